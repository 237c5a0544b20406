export type { AgentProcess, ProcessExit, WriteOutcome } from "./process/agent-process.ts";
export type { StartFailure } from "./process/failure.ts";
export type { ReapReport } from "./process/process-records.ts";
export { reapLeftovers, recordProcessesIn } from "./process/process-records.ts";
export type { Line } from "./process/split-lines.ts";
export type { ProcessOptions, StartedProcess } from "./process/start-process.ts";
export { startProcess } from "./process/start-process.ts";
export { backends } from "./registry.ts";
