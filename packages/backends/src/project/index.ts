/** The one way to open what lies in a project, for whoever shows a project's files or reads what it brings along. */
export { type AgentFile, type AgentFileScan, scanAgentFiles, type UncheckedFile } from "./agent-files.ts";
export { type FileFailure, systemFailure } from "./file-failure.ts";
export { FileHashes } from "./file-hashes.ts";
export { isWithin, type Place, ProjectFolder, realPath } from "./project-folder.ts";
export { readRegularFile } from "./read-regular-file.ts";
export { inFolder } from "./safe-open.ts";
export { safeRead, withFile } from "./safe-read.ts";
