import type { Plugin } from "rolldown";

/** An import of one of Node's own modules, as the bundler prints it. */
const imported = /^import (?:(?<names>[^"';]+?) from )?"(?<module>node:[^"]+)";$/gm;

/**
 * Loads Node's built-in modules without the ES module wrapper. The wrapper reads every export when it is imported, and
 * for node:http that loads a whole fetch client.
 */
export function ownModules(): Plugin {
  return {
    name: "own-modules",
    renderChunk: (code) => ({
      code: code.replace(imported, (_, names: string | undefined, module: string) => taken(names, module)),
      // Keeps the line numbers.
      map: null,
    }),
  };
}

function taken(names: string | undefined, module: string): string {
  if (names === undefined) return "";
  const own = `globalThis.process.getBuiltinModule("${module}")`;
  const [, whole, some] = /^(?:\* as )?([\w$]+)?,? ?(\{.*\})?$/s.exec(names) ?? [];
  if (whole === undefined && some === undefined) throw new Error(`Unsupported import of ${module}: ${names}`);
  const bindings = [whole, some?.replaceAll(" as ", ": ")].filter((each) => each !== undefined);
  return `const ${bindings.map((binding) => `${binding} = ${own}`).join(", ")};`;
}
