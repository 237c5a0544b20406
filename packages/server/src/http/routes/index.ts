import { agentPolicyRoutes } from "./agent-policy.ts";
import { agentRoutes } from "./agents.ts";
import { askRoutes } from "./asks.ts";
import { budgetRoutes } from "./budgets.ts";
import { chatRoutes } from "./chat.ts";
import type { Route } from "./define.ts";
import { deviceRoutes } from "./devices.ts";
import { docRoutes } from "./doc.ts";
import { eventRoutes } from "./events.ts";
import { healthRoutes } from "./health.ts";
import { maintenanceRoutes } from "./maintenance.ts";
import { metricRoutes } from "./metrics.ts";
import { missionRoutes } from "./missions.ts";
import { nativeSessionRoutes } from "./native-sessions.ts";
import { pairingRoutes } from "./pairing.ts";
import { permissionRuleRoutes } from "./permission-rules.ts";
import { queueRoutes } from "./queue.ts";
import { runRoutes } from "./runs.ts";
import { scheduleRoutes } from "./schedules.ts";
import { searchRoutes } from "./search.ts";
import { sessionRoutes } from "./sessions.ts";
import { settingRoutes } from "./settings.ts";
import { trustRoutes } from "./trust.ts";
import { usageRoutes } from "./usage.ts";
import { workspaceRoutes } from "./workspace.ts";

/** Every route there is. */
export const allRoutes: readonly Route[] = [
  ...chatRoutes,
  ...runRoutes,
  ...usageRoutes,
  ...askRoutes,
  ...permissionRuleRoutes,
  ...sessionRoutes,
  ...nativeSessionRoutes,
  ...queueRoutes,
  ...eventRoutes,
  ...settingRoutes,
  ...trustRoutes,
  ...missionRoutes,
  ...scheduleRoutes,
  ...budgetRoutes,
  ...workspaceRoutes,
  ...agentRoutes,
  ...agentPolicyRoutes,
  ...searchRoutes,
  ...deviceRoutes,
  ...pairingRoutes,
  ...maintenanceRoutes,
  ...healthRoutes,
  ...metricRoutes,
  ...docRoutes,
];
