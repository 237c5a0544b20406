/** Safe access to project files. All code that shows or reads a project's files must use it. */
export { type AgentFile, type AgentFileScan, scanAgentFiles, type UncheckedFile } from "./agent-files.ts";
export { type FileFailure, systemFailure } from "./file-failure.ts";
export { FileHashes } from "./file-hashes.ts";
export { isWithin, type Place, ProjectFolder, realPath } from "./project-folder.ts";
export { readRegularFile } from "./read-regular-file.ts";
export { inFolder } from "./safe-open.ts";
export { safeRead, withFile } from "./safe-read.ts";
