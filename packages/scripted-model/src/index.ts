export { type CommandContext, scriptedModelCommand } from "./command.ts";
export { demoProject } from "./demo/project.ts";
export { limits } from "./limits.ts";
export { parseScript } from "./script/parse.ts";
export { printScript } from "./script/print.ts";
export type { Action, Script, Step } from "./script/steps.ts";
export type { LoggedRequest } from "./server/request-log.ts";
export { type ScriptedModel, type ScriptedModelOptions, startScriptedModel } from "./server/start.ts";
