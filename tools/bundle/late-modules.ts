import type { Plugin } from "rolldown";

const late = "\0late:child_process";
const module =
  'export default { get spawn() { return process.getBuiltinModule("node:child_process").spawn; } };';

/**
 * Commander takes Node's child_process along for subcommands that are programs of their own. The command has none, and
 * loading it is a good part of a start.
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
