/** What both sides of the API call alike. Times are in milliseconds. */
export type * from "./agents.ts";
export type * from "./devices.ts";
export type * from "./health.ts";
export type * from "./missions.ts";
export * from "./permissions.ts";
export * from "./policy.ts";
export type * from "./projects.ts";
export * from "./roles.ts";
export type * from "./sessions.ts";
