import type { Plugin } from "rolldown";

/** An import of one of Node's own modules, as the bundler prints it. */
const imported = /^import (?:(?<names>[^"';]+?) from )?"(?<module>node:[^"]+)";$/gm;

/**
 * Takes Node's own modules as they are, not as ES modules: those read all that a module could give at its import, and
 * node:http could give a whole fetch client.
 */
export function ownModules(): Plugin {
  return {
    name: "own-modules",
    renderChunk: (code) => ({
      code: code.replace(imported, (_, names: string | undefined, module: string) => taken(names, module)),
      // Lines stay where they are.
      map: null,
    }),
  };
}

function taken(names: string | undefined, module: string): string {
  if (names === undefined) return "";
  const own = `globalThis.process.getBuiltinModule("${module}")`;
  const [, whole, some] = /^(?:\* as )?([\w$]+)?,? ?(\{.*\})?$/s.exec(names) ?? [];
  if (whole === undefined && some === undefined)
    throw new Error(`An import of ${module} was not understood: ${names}`);
  const bindings = [whole, some?.replaceAll(" as ", ": ")].filter((each) => each !== undefined);
  return `const ${bindings.map((binding) => `${binding} = ${own}`).join(", ")};`;
}
