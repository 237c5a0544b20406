/** Languages whose name in highlighters differs from the file extension. */
const byEnding: ReadonlyMap<string, string> = new Map([
  ["ts", "typescript"],
  ["mts", "typescript"],
  ["cts", "typescript"],
  ["js", "javascript"],
  ["mjs", "javascript"],
  ["cjs", "javascript"],
  ["py", "python"],
  ["rb", "ruby"],
  ["rs", "rust"],
  ["kt", "kotlin"],
  ["cs", "csharp"],
  ["h", "c"],
  ["hpp", "cpp"],
  ["cc", "cpp"],
  ["sh", "bash"],
  ["zsh", "bash"],
  ["md", "markdown"],
  ["yml", "yaml"],
  ["htm", "html"],
  ["ps1", "powershell"],
]);

/** The language of a file by its name; an unknown extension is returned unchanged. */
export function languageOf(path: string): string | null {
  const name = path.split(/[/\\]/).at(-1) ?? "";
  if (name.toLowerCase() === "dockerfile" || name.toLowerCase() === "makefile") return name.toLowerCase();
  const ending = /\.([a-z0-9]{1,12})$/i.exec(name.slice(-20))?.[1]?.toLowerCase();
  return ending === undefined ? null : (byEnding.get(ending) ?? ending);
}
