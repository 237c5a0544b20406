import type { Tool } from "../conversation.ts";

/** `WebFetch`, `web_fetch` and `webfetch` are the same name. */
export function nameKey(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, "");
}

/** Tool names of various agents, the preferred ones first. The comparison ignores case, `_` and `-`. */
const toolNames = {
  shell: [
    "bash",
    "execcommand",
    "shellcommand",
    "shell",
    "runshellcommand",
    "runterminalcmd",
    "runcommand",
    "executecommand",
    "execute",
    "terminal",
  ],
  read: ["read", "readfile", "readtextfile", "viewfile", "view", "openfile"],
  write: ["write", "writefile", "writetextfile", "createfile", "create", "writetofile"],
  edit: ["edit", "editfile", "replace", "strreplace", "searchreplace", "replaceinfile"],
  patch: ["applypatch"],
  ask: ["askuserquestion", "askuser", "requestuserinput", "question", "askquestion", "askfollowupquestion"],
  todo: ["todowrite", "updateplan", "writetodos", "todolist", "todos", "todo"],
  plan: ["exitplanmode", "exitplan", "planexit", "presentplan", "submitplan"],
  subagent: ["task", "agent", "spawnagent", "subagent", "runsubagent", "newtask", "delegate"],
  wait: ["waitagent"],
  search: ["grep", "search", "grepsearch", "searchfilecontent", "ripgrep"],
} as const;

export type Skill = keyof typeof toolNames;

/** The available tool for a skill, if any. */
export function toolFor(tools: readonly Tool[], skill: Skill): Tool | null {
  for (const name of toolNames[skill]) {
    const found = tools.find((tool) => nameKey(tool.name) === name);
    if (found !== undefined) return found;
  }
  return null;
}

export function toolNamed(tools: readonly Tool[], name: string): Tool | null {
  return (
    tools.find((tool) => tool.name === name) ??
    tools.find((tool) => nameKey(tool.name) === nameKey(name)) ??
    null
  );
}
