import type { Command } from "commander";
import type { Act } from "../../context.ts";

export function defineBackups(program: Command, act: Act): void {
  program
    .command("backup")
    .description("write the log with all outputs to a file; the server can keep running")
    .argument("<file>")
    .action((file: string, _, command: Command) =>
      act(command, async (context) => (await import("./backup.ts")).backup(context, file)),
    );
  program
    .command("restore")
    .description(
      "replace the log with a backup; keeps the old log, and this server's rules, devices and trust",
    )
    .argument("<file>")
    .option(
      "--list",
      "only list the backup's rules, devices and other policies that differ from this server's",
    )
    .option("--policy <id...>", "also restore these rules, devices or other policies")
    .option("--yes", "skip the confirmation")
    .action((file: string, options: { list?: true; policy?: string[] }, command: Command) =>
      act(command, async (context) => (await import("./restore.ts")).restore(context, file, options)),
    );
}
