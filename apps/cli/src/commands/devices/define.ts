// Not from the package itself: help has to come without loading all of it.
import { roles } from "@polylog/core/roles";
import { type Command, Option } from "commander";
import type { Act } from "../../context.ts";

export function defineDevices(program: Command, act: Act): void {
  program
    .command("pair")
    .description("let a phone in: show a code for it, and confirm the device that comes with it")
    .addOption(new Option("--role <role>", "what it may do").choices(roles).default("approver"))
    .option("--yes", "let the first device in that shows the code, without asking")
    .action((options: { role: (typeof roles)[number]; yes?: true }, command: Command) =>
      act(command, async (context) => (await import("./pair.ts")).pair(context, options)),
    );
  const devices = program.command("devices").description("list and revoke paired devices");
  devices
    .command("ls", { isDefault: true })
    .description("list devices, and what revoked ones left behind")
    .action((_, command: Command) =>
      act(command, async (context) => (await import("./devices.ts")).listDevices(context)),
    );
  devices
    .command("leftovers")
    .description(
      "list schedules, missions, idle prompts and queued messages of revoked devices; all are paused",
    )
    .action((_, command: Command) =>
      act(command, async (context) => (await import("./devices.ts")).listLeftovers(context)),
    );
  devices
    .command("revoke")
    .description("sign a device out immediately and pause what it left behind")
    .argument("<id>")
    .action((id: string, _, command: Command) =>
      act(command, async (context) => (await import("./devices.ts")).revokeDevice(context, id)),
    );
}
