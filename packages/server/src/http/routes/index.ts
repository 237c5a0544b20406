import { askHandlers } from "./asks.ts";
import { budgetHandlers } from "./budgets.ts";
import { chatHandlers } from "./chat.ts";
import { deviceHandlers, pairingHandlers } from "./devices.ts";
import { eventHandlers } from "./events.ts";
import type { Handler } from "./handler.ts";
import { maintenanceHandlers } from "./maintenance.ts";
import { missionHandlers } from "./missions.ts";
import { projectHandlers } from "./projects.ts";
import { queueHandlers } from "./queue.ts";
import { runHandlers } from "./runs.ts";
import { serverHandlers } from "./server.ts";
import { sessionHandlers } from "./sessions.ts";
import { settingHandlers } from "./settings.ts";

/** All routes with their handlers. */
export const allHandlers: readonly Handler[] = [
  ...chatHandlers,
  ...runHandlers,
  ...askHandlers,
  ...sessionHandlers,
  ...queueHandlers,
  ...eventHandlers,
  ...settingHandlers,
  ...missionHandlers,
  ...budgetHandlers,
  ...projectHandlers,
  ...deviceHandlers,
  ...pairingHandlers,
  ...maintenanceHandlers,
  ...serverHandlers,
];
