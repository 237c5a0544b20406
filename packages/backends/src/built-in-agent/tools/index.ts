import { edit, multiEdit } from "./files/edit.ts";
import { ls } from "./files/ls.ts";
import { read } from "./files/read.ts";
import { write } from "./files/write.ts";
import { glob } from "./search/glob.ts";
import { grep } from "./search/grep.ts";
import { bashOutput, killShell } from "./shell/background-shells.ts";
import { bash } from "./shell/bash.ts";
import type { AgentTool } from "./tool.ts";
import { webFetch } from "./web/web-fetch.ts";

/** The built-in agent's tools for the outside world. The loop adds the run tools. */
export const builtInTools: readonly AgentTool[] = [
  bash,
  bashOutput,
  killShell,
  read,
  write,
  edit,
  multiEdit,
  grep,
  glob,
  ls,
  webFetch,
];
