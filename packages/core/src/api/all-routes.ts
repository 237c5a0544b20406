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
import type { RouteName } from "./route-table.ts";
import { runRoutes } from "./runs.ts";
import { serverRoutes } from "./server.ts";
import { sessionRoutes } from "./sessions.ts";
import { settingRoutes, trustRoutes } from "./settings.ts";

/** The whole contract. Screens import only its types. */
const contract = {
  chat: chatRoutes,
  runs: runRoutes,
  asks: askRoutes,
  sessions: sessionRoutes,
  queue: queueRoutes,
  events: eventRoutes,
  settings: settingRoutes,
  trust: trustRoutes,
  missions: missionRoutes,
  schedules: scheduleRoutes,
  budgets: budgetRoutes,
  projects: projectRoutes,
  agents: agentRoutes,
  devices: deviceRoutes,
  pairings: pairingRoutes,
  maintenance: maintenanceRoutes,
  server: serverRoutes,
};

export const allRoutes: readonly Route[] = Object.values(contract).flatMap((routes): Route[] =>
  Object.values(routes),
);

type Contract = typeof contract;

/** The definition of the route with this name. */
export type RouteNamed<Name extends RouteName> = Name extends `${infer Noun}.${infer Action}`
  ? Noun extends keyof Contract
    ? Action extends keyof Contract[Noun]
      ? Contract[Noun][Action]
      : never
    : never
  : never;
