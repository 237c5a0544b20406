/** What a start needs before anybody can come, and no more: the rest is loaded behind it. */
export type { GivenAgent } from "./agents/given-agent.ts";
export { readConfig } from "./config/read-config.ts";
export { PolylogError } from "./errors.ts";
export { type RunningServer, startServer } from "./start-server.ts";
