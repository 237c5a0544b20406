import { isBuiltin } from "node:module";
import path from "node:path";
import { type FreeName, freeNamesOf } from "../source/free-names.ts";
import type { Import } from "../source/imports.ts";
import { type Node, type Source, walk } from "../source/parse.ts";
import { packageOf } from "./package-name.ts";
import type { Violation } from "./violation.ts";

const FOLDER = "packages/core/src";

const impureMembers: Readonly<Record<string, { member: string; advice: string }>> = {
  Date: { member: "now", advice: "reads the clock; take the time as a parameter" },
  Math: { member: "random", advice: "is random; take the value as a parameter" },
};

function isCoreSource(file: string): boolean {
  return file.startsWith(`${FOLDER}/`);
}

/** Core returns the same result on every machine, at any time, so it must not read any outside state. */
export function corePureViolations(source: Source, imports: readonly Import[]): Violation[] {
  if (!isCoreSource(source.path)) return [];
  const at = (line: number, sentence: string): Violation => ({
    path: source.path,
    line,
    rule: "core-pure",
    sentence,
  });
  const found: Violation[] = [];
  for (const { specifier, line } of imports) {
    const sentence = coreImportFault(source.path, specifier);
    if (sentence) found.push(at(line, sentence));
  }
  for (const free of freeNamesOf(source.program)) {
    const sentence = nameFault(free);
    if (sentence) found.push(at(source.lineAt(free.node.start), sentence));
  }
  walk(source.program, (node) => {
    if (node.type !== "MetaProperty" || (node.meta as { name: string }).name !== "import") return;
    found.push(
      at(source.lineAt(node.start), "import.meta depends on the host; take the value as a parameter"),
    );
  });
  return found;
}

/** The only rule for imports in core: others would advise declaring a dependency that core may not have. */
export function coreImportFault(from: string, specifier: string | undefined): string | undefined {
  if (!isCoreSource(from)) return undefined;
  if (specifier === undefined) return "import() of a computed path cannot be checked; import by a literal";
  if (specifier.startsWith(".")) {
    const target = path.posix.join(path.posix.dirname(from), specifier);
    return target.startsWith(`${FOLDER}/`) ? undefined : `"${specifier}" lies outside ${FOLDER}; move it in`;
  }
  if (packageOf(specifier) === "zod") return undefined;
  return isBuiltin(specifier)
    ? `"${specifier}" is part of Node, and core also runs in a browser; take what it gives as a parameter`
    : `"${specifier}" is not for core, which uses zod and its own files only; write it here or do it outside`;
}

function nameFault({ name, node, parent }: FreeName): string | undefined {
  if (!languageGlobals.has(name)) {
    return `the global ${name} belongs to the host; take what it gives as a parameter`;
  }
  const impure = impureMembers[name];
  if (!impure) return undefined;
  const member = parent.object === node ? memberName(parent) : undefined;
  if (member !== undefined) {
    return member === impure.member ? `${name}.${member} ${impure.advice}` : undefined;
  }
  if (name === "Date" && parent.type === "NewExpression" && parent.callee === node) {
    const given = (parent.arguments as Node[]).length > 0;
    return given ? undefined : `new Date() ${impure.advice}`;
  }
  if (parent.type === "BinaryExpression" && parent.operator === "instanceof") return undefined;
  if (name === "Date" && parent.type === "CallExpression" && parent.callee === node) {
    return `Date() ${impure.advice}`;
  }
  return `${name} is passed on, which hides ${name}.${impure.member}; name the member that is needed`;
}

/** Undefined if the member is only known at run time. */
function memberName({ property, computed }: Node): string | undefined {
  const { value, name } = property as { value?: unknown; name?: string };
  if (!computed) return name;
  return typeof value === "string" ? value : undefined;
}

/**
 * The globals of the language that behave the same everywhere. All others belong to Node or the browser, or allow code to
 * bypass the check (`globalThis`, `eval`, `WeakRef`).
 */
const languageGlobals: ReadonlySet<string> = new Set([
  ...["undefined", "NaN", "Infinity", "arguments"],
  ...["isFinite", "isNaN", "parseFloat", "parseInt"],
  ...["encodeURI", "encodeURIComponent", "decodeURI", "decodeURIComponent"],
  ...["Array", "BigInt", "Boolean", "Date", "JSON", "Map", "Math", "Number", "Object", "Promise", "Proxy"],
  ...["Reflect", "RegExp", "Set", "String", "Symbol", "WeakMap", "WeakSet", "Intl", "Iterator"],
  ...["Error", "AggregateError", "EvalError", "RangeError", "ReferenceError", "SyntaxError", "TypeError"],
  ...["URIError", "ArrayBuffer", "DataView", "Int8Array", "Uint8Array", "Uint8ClampedArray", "Int16Array"],
  ...["Uint16Array", "Int32Array", "Uint32Array", "BigInt64Array", "BigUint64Array"],
  ...["Float16Array", "Float32Array", "Float64Array"],
]);
