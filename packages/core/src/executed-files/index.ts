export {
  type ExecutedFile,
  exactName,
  executedBy,
  type NameTest,
  nameTests,
  normalizeName,
} from "./match.ts";
export { type AgentFiles, agentFiles, type ExecutedFiles } from "./table.ts";
