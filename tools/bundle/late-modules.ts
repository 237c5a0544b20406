import type { Plugin } from "rolldown";

const late = "\0late:child_process";
const module =
  'export default { get spawn() { return process.getBuiltinModule("node:child_process").spawn; } };';

/**
 * Commander imports Node's child_process for subcommands that are separate programs. The command has no such subcommands,
 * and loading the module is a large part of the start time.
 */
export function lateModules(): Plugin {
  return {
    name: "late-modules",
    resolveId: {
      filter: { id: /^node:child_process$/ },
      handler: (_, importer) => (importer?.includes("/node_modules/commander/") ? late : null),
    },
    load: (id) => (id === late ? module : null),
  };
}
