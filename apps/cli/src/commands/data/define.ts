import type { Command } from "commander";
import type { Act } from "../../context.ts";

export function defineBackups(program: Command, act: Act): void {
  program
    .command("backup")
    .description("write the whole log, with all outputs, into a file, while the server goes on")
    .argument("<file>")
    .action((file: string, _, command: Command) =>
      act(command, async (context) => (await import("./backup.ts")).backup(context, file)),
    );
  program
    .command("restore")
    .description(
      "replace the log with a backup and keep the old log beside it; rules, devices and trust stay this server's own",
    )
    .argument("<file>")
    .option(
      "--list",
      "only list the rules, devices and other policy of the backup that differ from this server's",
    )
    .option("--policy <id...>", "restore these of them too")
    .option("--yes", "confirm it without asking")
    .action((file: string, options: { list?: true; policy?: string[] }, command: Command) =>
      act(command, async (context) => (await import("./restore.ts")).restore(context, file, options)),
    );
}
