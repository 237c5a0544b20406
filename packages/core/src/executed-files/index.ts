export { exactName } from "./exact-name.ts";
export { type ExecutedFile, executedBy, foldName, type NameTest, nameTests } from "./match.ts";
export { type AgentFiles, agentFiles, type ExecutedFiles } from "./table.ts";
