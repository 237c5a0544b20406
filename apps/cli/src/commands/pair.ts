import os from "node:os";
import { createInterface } from "node:readline/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Client, Pairing, Role } from "@polylog/client";
import { CliError } from "../cli-error.ts";
import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { needServerAt } from "../home/find-server.ts";
import { toJson } from "../show/json.ts";
import { onStopSignal } from "../stop-signals.ts";

const LOOK_MS = 500;

interface PairOptions {
  readonly role: Role;
  /** Let the first device in that shows the code, without asking. */
  readonly yes?: true;
}

/** Lets a phone in: shows a code, waits for the device that has it, asks, and confirms. */
export async function pair(context: Context, { role, yes = undefined }: PairOptions): Promise<number> {
  const { output } = context;
  const { client, url } = await needServerAt(context);
  const stopped = new AbortController();
  const letGo = onStopSignal(() => stopped.abort());
  try {
    const { code, ...pairing } = await client.newPairing(role);
    const address = `${reachable(url, addressOf(os.networkInterfaces()))}/#pair=${code}`;
    await show(context, address, pairing);
    const device = await waitFor(client, pairing.pairingId, stopped.signal);
    if (device === null) return exitCodes.interrupted;
    const isWelcome = yes === true || (await ask(context, device));
    const { state } = await client.decidePairing(pairing.pairingId, isWelcome ? "confirm" : "deny");
    const called = `"${device.name}" at ${device.address}`;
    if (output.json) output.value(toJson({ ...device, state }));
    else output.line(isWelcome ? `${called} is let in as ${role}.` : `${called} is not let in.`);
    return isWelcome ? exitCodes.done : exitCodes.error;
  } finally {
    letGo();
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
  output.remark("Open it on the device, once and within five minutes. Waiting for it …");
  if (isLocal(address)) {
    output.remark(
      'This server listens on this machine only. For a phone, put it behind TLS, or start it with "--host 0.0.0.0 --allow-plain-network" in a network that you trust.',
    );
  }
}

async function waitFor(client: Client, pairingId: string, signal: AbortSignal): Promise<Pairing | null> {
  while (!signal.aborted) {
    const found = (await client.pairings()).find((pairing) => pairing.pairingId === pairingId);
    if (found === undefined) throw new CliError("expired", "No device has shown the code in time.");
    if (found.state === "pending") return found;
    await sleep(LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
  return null;
}

async function ask({ output }: Context, { name, address }: Pairing): Promise<boolean> {
  if (!process.stdin.isTTY) {
    output.remark(`"${name}" at ${address} asks to be let in, and nobody is here to say so. Give --yes.`);
    return false;
  }
  output.remark(`"${name}" at ${address} asks to be let in.`);
  const line = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return /^y(es)?$/i.test((await line.question("Let it in? [y/N] ")).trim());
  } finally {
    line.close();
  }
}

/** A server that listens everywhere is reached by the machine's own address. */
export function reachable(url: string, ownAddress: string | undefined): string {
  const { hostname } = new URL(url);
  if (ownAddress === undefined || (hostname !== "0.0.0.0" && hostname !== "[::]")) return url;
  return url.replace(hostname, ownAddress);
}

/** The first address by which others on the network reach this machine. */
function addressOf(interfaces: NodeJS.Dict<os.NetworkInterfaceInfo[]>): string | undefined {
  const all = Object.values(interfaces).flatMap((each) => each ?? []);
  return all.find(({ family, internal }) => family === "IPv4" && !internal)?.address;
}

function isLocal(address: string): boolean {
  const { hostname } = new URL(address);
  return hostname === "localhost" || hostname === "[::1]" || hostname.startsWith("127.");
}
