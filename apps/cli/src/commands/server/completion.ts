import type { Command } from "commander";
import { bashScript } from "../../completion/bash.ts";
import { commandTree } from "../../completion/command-tree.ts";
import { fishScript } from "../../completion/fish.ts";
import type { Shell } from "../../completion/shells.ts";
import { zshScript } from "../../completion/zsh.ts";
import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;

/** Prints the completion script for a shell, generated from the command's definition. */
export async function completion({ output }: Context, program: Command, shell: Shell): Promise<number> {
  const script = scripts[shell](commandTree(program));
  if (output.json) output.value({ shell, script });
  else output.text(script);
  return exitCodes.done;
}
