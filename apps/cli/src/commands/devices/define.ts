// Imported from the file: help must not load the whole package.
import { roles } from "@polylog/core/roles";
import { type Command, Option } from "commander";
import type { Act } from "../../context.ts";

export function defineDevices(program: Command, act: Act): void {
  program
    .command("pair")
    .description("pair a phone or another device with a QR code")
    .addOption(new Option("--role <role>", "the role of the device").choices(roles).default("approver"))
    .option("--yes", "approve the first device that uses the code, without asking")
    .action((options: { role: (typeof roles)[number]; yes?: true }, command: Command) =>
      act(command, async (context) => (await import("./pair.ts")).pair(context, options)),
    );
  const devices = program.command("devices").description("list and revoke paired devices");
  devices
    .command("ls", { isDefault: true })
    .description("list devices, and count items left by revoked ones")
    .action((_, command: Command) =>
      act(command, async (context) => (await import("./devices.ts")).listDevices(context)),
    );
  devices
    .command("leftovers")
    .description("list the paused schedules, missions, idle prompts and queued messages of revoked devices")
    .action((_, command: Command) =>
      act(command, async (context) => (await import("./devices.ts")).listLeftovers(context)),
    );
  devices
    .command("revoke")
    .description("sign a device out immediately and pause its schedules, missions and prompts")
    .argument("<id>")
    .action((id: string, _, command: Command) =>
      act(command, async (context) => (await import("./devices.ts")).revokeDevice(context, id)),
    );
}
