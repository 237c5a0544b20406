export * from "./offers.ts";
export { programName, type SimpleCommand, wordsOfSimpleCommand } from "./shell-commands.ts";
export { type AskedCall, isTooLong, type PermissionSubject, permissionSubject } from "./subject.ts";
export { resolvePath } from "./subject-files.ts";
