import { agentRoutes } from "./agents.ts";
import { askRoutes } from "./asks.ts";
import { budgetRoutes } from "./budgets.ts";
import { chatRoutes } from "./chat.ts";
import type { Route } from "./contract.ts";
import { deviceRoutes, pairingRoutes } from "./devices.ts";
import { eventRoutes } from "./events.ts";
import { maintenanceRoutes } from "./maintenance.ts";
import { missionRoutes, scheduleRoutes } from "./missions.ts";
import { projectRoutes } from "./projects.ts";
import { queueRoutes } from "./queue.ts";
import { runRoutes } from "./runs.ts";
import { serverRoutes } from "./server.ts";
import { sessionRoutes } from "./sessions.ts";
import { settingRoutes, trustRoutes } from "./settings.ts";

/** The whole contract. A screen imports only the nouns that it uses. */
export const allRoutes: readonly Route[] = [
  chatRoutes,
  runRoutes,
  askRoutes,
  sessionRoutes,
  queueRoutes,
  eventRoutes,
  settingRoutes,
  trustRoutes,
  missionRoutes,
  scheduleRoutes,
  budgetRoutes,
  projectRoutes,
  agentRoutes,
  deviceRoutes,
  pairingRoutes,
  maintenanceRoutes,
  serverRoutes,
].flatMap((routes): Route[] => Object.values(routes));
