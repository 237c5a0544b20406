export { exactName } from "./exact-name.ts";
export { type ExecutedFile, executedBy, type NameTest, nameTests, normalizeName } from "./match.ts";
export { type AgentFiles, agentFiles, type ExecutedFiles } from "./table.ts";
