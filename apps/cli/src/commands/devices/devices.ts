import type { Client, Device, Leftover } from "@polylog/client";
import type { Context } from "../../context.ts";
import { withRunningServer } from "../../server/find-server.ts";
import { toJson } from "../../show/json.ts";
import { dayAndTime } from "../../show/local-time.ts";
import { printable } from "../../show/printable.ts";
import { tableLines } from "../../show/table.ts";

const deviceHeads = ["DEVICE", "NAME", "ROLE", "KIND", "ADDED", "LAST SEEN"];
const leftoverHeads = ["KIND", "DEVICE", "PROJECT", "RESUME WITH", "TEXT"];

export function listDevices(context: Context): Promise<number> {
  return withRunningServer(context, async (client) => {
    const { output } = context;
    const { devices } = await client.devices.list();
    if (output.json) {
      for (const device of devices) output.value(toJson(device));
      return;
    }
    if (devices.length === 0) output.remark('No devices. Pair one with "polylog pair".');
    else for (const line of tableLines([deviceHeads, ...devices.map(deviceCells)])) output.line(line);
    const { length } = (await client.devices.leftovers()).leftovers;
    if (length > 0)
      output.remark(
        `Revoked devices left ${length} paused ${length === 1 ? "item" : "items"}. List them with "polylog devices leftovers".`,
      );
  });
}

export function listLeftovers(context: Context): Promise<number> {
  return withRunningServer(context, (client) => showLeftovers(context, client));
}

export function revokeDevice(context: Context, deviceId: string): Promise<number> {
  return withRunningServer(context, async (client) => {
    await client.devices.remove({ deviceId });
    if (context.output.json) context.output.value({ ok: true });
    else {
      context.output.line(`Revoked device ${deviceId}.`);
      await showLeftovers(context, client);
    }
  });
}

async function showLeftovers({ output }: Context, client: Client): Promise<void> {
  const { leftovers } = await client.devices.leftovers();
  if (output.json) for (const leftover of leftovers) output.value(toJson(leftover));
  else if (leftovers.length === 0) output.remark("No paused items of revoked devices.");
  else for (const line of tableLines([leftoverHeads, ...leftovers.map(leftoverCells)])) output.line(line);
}

function deviceCells({ deviceId, name, role, via, createdTs, seenTs, streams }: Device): string[] {
  const seen = streams > 0 ? "now" : seenTs === null ? "-" : dayAndTime(seenTs);
  const kind = via === "token" ? "program" : "browser";
  return [deviceId, name, role, kind, dayAndTime(createdTs), seen].map(printable);
}

const names = {
  schedule: "schedule",
  mission: "mission",
  idle_prompt: "idle prompt",
  queued_message: "queued message",
} as const satisfies Readonly<Record<Leftover["kind"], string>>;

function leftoverCells(leftover: Leftover): string[] {
  const { kind, deviceName, deviceRole, projectRoot, text } = leftover;
  return [names[kind], `${deviceName} (${deviceRole})`, projectRoot, resumedWith(leftover), text].map(
    printable,
  );
}

/** The command or place where it can be resumed or removed. */
function resumedWith({ kind, scheduleId, sessionId }: Leftover): string {
  if (kind === "schedule") return `polylog schedule on ${scheduleId}`;
  if (kind === "mission") return "polylog mission resume";
  return kind === "queued_message"
    ? `the queue of session ${sessionId}`
    : "Settings → Devices in the web client";
}
