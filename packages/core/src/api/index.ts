/** The API, one file per noun, with its routes and the types that both sides use. Times are in milliseconds. */

export * from "./agents.ts";
export { allRoutes, type RouteNamed } from "./all-routes.ts";
export * from "./asks.ts";
export { type Budget, type BudgetPlace, type BudgetState, budgetRoutes } from "./budgets.ts";
export * from "./chat.ts";
export * from "./confirmation.ts";
export type { Route, RouteInput, RouteResult } from "./contract.ts";
export * from "./devices.ts";
export * from "./error-codes.ts";
export * from "./events.ts";
export { done } from "./fields.ts";
export * from "./maintenance.ts";
export * from "./missions.ts";
export { mayWrite } from "./policy.ts";
export * from "./projects.ts";
export * from "./queue.ts";
export * from "./route-table.ts";
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
  wireFields,
  wirePath,
} from "./wire.ts";
export { fromWire, type Opaque, toWire, wireName } from "./wire-names.ts";
