import type { Command } from "commander";
import type { Act } from "../../program.ts";

export function deviceCommands(program: Command, act: Act): void {
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
