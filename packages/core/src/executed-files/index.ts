export * from "./match.ts";
export { type AgentFiles, agentFiles, type ExecutedFiles } from "./table.ts";
