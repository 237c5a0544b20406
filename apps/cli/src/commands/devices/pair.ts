import os from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client, Pairing, Role } from "@polylog/client";
import { CliError } from "../../cli-error.ts";
import { askYesNo } from "../../confirm.ts";
import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";
import { requireServerAt } from "../../server/find-server.ts";
import { type Holder, readHolder } from "../../server/home-holder.ts";
import { toJson } from "../../show/json.ts";
import { onStopSignal } from "../../stop-signals.ts";

const POLL_MS = 500;

interface PairOptions {
  readonly role: Role;
  /** Approve the first device that uses the code, without asking. */
  readonly yes?: true;
}

/** Pairs a phone: shows a code, waits for the device that uses it, asks, and confirms. */
export async function pair(context: Context, { role, yes = undefined }: PairOptions): Promise<number> {
  const { output } = context;
  const { client, url } = await requireServerAt(context);
  const stopped = new AbortController();
  const stopListening = onStopSignal(() => stopped.abort());
  try {
    const { code, ...pairing } = await client.pairings.create({ role });
    const holder = readHolder(context.home);
    const address = `${reachable(url, holder, addressOf(os.networkInterfaces()))}/#pair=${code}`;
    await show(context, address, pairing);
    const device = await waitFor(client, pairing.pairingId, stopped.signal);
    if (device === null) return exitCodes.interrupted;
    const isApproved = yes === true || (await ask(context, device));
    // The question here names the role, so the server does not need to ask again.
    client.confirmWith(() => isApproved);
    const { state } = await client.pairings.decide({
      pairingId: pairing.pairingId,
      decision: isApproved ? "confirm" : "deny",
    });
    const called = `"${device.name}" at ${device.address}`;
    if (output.json) output.value(toJson({ ...device, state }));
    else output.line(isApproved ? `Paired ${called} as ${role}.` : `Denied ${called}.`);
    return isApproved ? exitCodes.done : exitCodes.error;
  } finally {
    stopListening();
    client.close();
  }
}

async function show({ output }: Context, address: string, pairing: Pairing): Promise<void> {
  if (output.json) {
    output.value({ url: address, pairing_id: pairing.pairingId, expires_ts: pairing.expiresTs });
    return;
  }
  if (process.stdout.isTTY) {
    const { renderUnicodeCompact } = await import("uqr");
    process.stdout.write(`${renderUnicodeCompact(address)}\n`);
  }
  output.line(address);
  output.remark("Open the link on the device within five minutes. It works once. Waiting for the device …");
  if (isLocal(address)) {
    output.remark(
      'This server only accepts connections from this machine. To pair a phone, start it with "--host 0.0.0.0 --tls-cert FILE --tls-key FILE". docs/start/phone.md explains how to create the files.',
    );
  }
}

async function waitFor(client: Client, pairingId: string, signal: AbortSignal): Promise<Pairing | null> {
  while (!signal.aborted) {
    const found = (await client.pairings.list()).pairings.find((pairing) => pairing.pairingId === pairingId);
    if (found === undefined)
      throw new CliError("expired", 'The code expired before a device used it. Run "polylog pair" again.');
    if (found.state === "pending") return found;
    // The signal only ends the wait early; the loop checks it.
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
  return null;
}

async function ask({ output }: Context, { name, address, role }: Pairing): Promise<boolean> {
  if (!process.stdin.isTTY) {
    output.remark(
      `"${name}" at ${address} requests access, but no terminal is available to approve it. Add --yes.`,
    );
    return false;
  }
  output.remark(`"${name}" at ${address} requests access as ${role}.`);
  return askYesNo("Approve this device?");
}

/** The server's address for another device: its public address or, if it listens on all interfaces, this machine's. */
export function reachable(
  url: string,
  holder: Pick<Holder, "host" | "publicUrl"> | null,
  ownAddress: string | undefined,
): string {
  const { host = null, publicUrl = null } = holder ?? {};
  if (publicUrl !== null) return publicUrl;
  const isEverywhere = host === "0.0.0.0" || host === "::" || host === "";
  if (ownAddress === undefined || !isEverywhere) return url;
  return url.replace(new URL(url).hostname, ownAddress);
}

/** The first address at which other devices on the network can reach this machine. */
function addressOf(interfaces: NodeJS.Dict<os.NetworkInterfaceInfo[]>): string | undefined {
  const all = Object.values(interfaces).flatMap((each) => each ?? []);
  return all.find(({ family, internal }) => family === "IPv4" && !internal)?.address;
}

function isLocal(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}
