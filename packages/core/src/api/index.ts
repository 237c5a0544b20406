/** The API, one file per noun: its routes, and the types that both sides use. Times are in milliseconds. */
export * from "./agents.ts";
export { allRoutes } from "./all-routes.ts";
export * from "./asks.ts";
export { type Budget, type BudgetPlace, type BudgetState, budgetRoutes } from "./budgets.ts";
export * from "./chat.ts";
export * from "./confirmation.ts";
export { defineRoute, may, type Route, type RouteInput, type RouteResult } from "./contract.ts";
export * from "./devices.ts";
export * from "./errors.ts";
export * from "./events.ts";
export { done } from "./fields.ts";
export * from "./maintenance.ts";
export * from "./missions.ts";
export * from "./projects.ts";
export * from "./queue.ts";
export * from "./roles.ts";
export * from "./runs.ts";
export * from "./server.ts";
export * from "./sessions.ts";
export * from "./settings.ts";
export {
  type Data,
  decode,
  encode,
  type Immutable,
  isVerbatim,
  verbatim,
  wireFields,
  wireName,
  wirePath,
} from "./wire.ts";
