import type { LanguageInput } from "shiki/core";

/** The languages that can be highlighted, each loaded with its first code. */
const languages: Readonly<Record<string, () => Promise<{ readonly default: LanguageInput }>>> = {
  bash: () => import("shiki/dist/langs/bash.mjs"),
  c: () => import("shiki/dist/langs/c.mjs"),
  cpp: () => import("shiki/dist/langs/cpp.mjs"),
  csharp: () => import("shiki/dist/langs/csharp.mjs"),
  css: () => import("shiki/dist/langs/css.mjs"),
  diff: () => import("shiki/dist/langs/diff.mjs"),
  dockerfile: () => import("shiki/dist/langs/docker.mjs"),
  elixir: () => import("shiki/dist/langs/elixir.mjs"),
  go: () => import("shiki/dist/langs/go.mjs"),
  graphql: () => import("shiki/dist/langs/graphql.mjs"),
  haskell: () => import("shiki/dist/langs/haskell.mjs"),
  hcl: () => import("shiki/dist/langs/hcl.mjs"),
  html: () => import("shiki/dist/langs/html.mjs"),
  ini: () => import("shiki/dist/langs/ini.mjs"),
  java: () => import("shiki/dist/langs/java.mjs"),
  javascript: () => import("shiki/dist/langs/javascript.mjs"),
  json: () => import("shiki/dist/langs/json.mjs"),
  jsonc: () => import("shiki/dist/langs/jsonc.mjs"),
  jsx: () => import("shiki/dist/langs/jsx.mjs"),
  kotlin: () => import("shiki/dist/langs/kotlin.mjs"),
  lua: () => import("shiki/dist/langs/lua.mjs"),
  make: () => import("shiki/dist/langs/make.mjs"),
  markdown: () => import("shiki/dist/langs/markdown.mjs"),
  nix: () => import("shiki/dist/langs/nix.mjs"),
  php: () => import("shiki/dist/langs/php.mjs"),
  powershell: () => import("shiki/dist/langs/powershell.mjs"),
  proto: () => import("shiki/dist/langs/proto.mjs"),
  python: () => import("shiki/dist/langs/python.mjs"),
  ruby: () => import("shiki/dist/langs/ruby.mjs"),
  rust: () => import("shiki/dist/langs/rust.mjs"),
  scala: () => import("shiki/dist/langs/scala.mjs"),
  scss: () => import("shiki/dist/langs/scss.mjs"),
  sql: () => import("shiki/dist/langs/sql.mjs"),
  svelte: () => import("shiki/dist/langs/svelte.mjs"),
  swift: () => import("shiki/dist/langs/swift.mjs"),
  toml: () => import("shiki/dist/langs/toml.mjs"),
  tsx: () => import("shiki/dist/langs/tsx.mjs"),
  typescript: () => import("shiki/dist/langs/typescript.mjs"),
  vue: () => import("shiki/dist/langs/vue.mjs"),
  xml: () => import("shiki/dist/langs/xml.mjs"),
  yaml: () => import("shiki/dist/langs/yaml.mjs"),
  zig: () => import("shiki/dist/langs/zig.mjs"),
};

const aliases: Readonly<Record<string, string>> = {
  "c++": "cpp",
  "c#": "csharp",
  cjs: "javascript",
  console: "bash",
  cs: "csharp",
  cts: "typescript",
  docker: "dockerfile",
  ex: "elixir",
  gql: "graphql",
  hs: "haskell",
  htm: "html",
  js: "javascript",
  json5: "jsonc",
  kt: "kotlin",
  makefile: "make",
  md: "markdown",
  mjs: "javascript",
  mts: "typescript",
  patch: "diff",
  protobuf: "proto",
  ps1: "powershell",
  py: "python",
  rb: "ruby",
  rs: "rust",
  sh: "bash",
  shell: "bash",
  shellscript: "bash",
  svg: "xml",
  terraform: "hcl",
  tf: "hcl",
  ts: "typescript",
  yml: "yaml",
  zsh: "bash",
};

/** The id that a language is loaded by, or null if its code stays plain. */
export function languageId(name: string): string | null {
  const lower = name.toLowerCase();
  const id = Object.hasOwn(aliases, lower) ? (aliases[lower] as string) : lower;
  return Object.hasOwn(languages, id) ? id : null;
}

export async function loadLanguage(id: string): Promise<LanguageInput> {
  const load = languages[id];
  if (load === undefined) throw new Error(`no language ${id}`);
  return (await load()).default;
}
