import type { Role } from "@polylog/core";
import { onTestFinished } from "vitest";
import { WebSocket } from "ws";
import { Client } from "../../reliability/support/client.ts";
import type { ServerHere } from "../../reliability/support/server-here.ts";

/** A device that the owner added, and a client that uses its token. */
export interface TestDevice {
  readonly id: string;
  readonly client: Client;
  /** The device as the log records it. */
  readonly actor: {
    readonly kind: "user";
    readonly id: string;
    readonly name: string;
    readonly role: Role;
  };
}

export const ownerActor = { kind: "user", id: "owner", name: "owner", role: "owner" } as const;

export async function addDevice({ client }: ServerHere, name: string, role: Role): Promise<TestDevice> {
  const made = await client.post<{ device_id: string; token: string }>("/api/devices", { name, role });
  return {
    id: made.device_id,
    client: new Client(client.url.href, made.token, client.project),
    actor: { kind: "user", id: made.device_id, name, role },
  };
}

/** Sends commands over one WebSocket; each resolves with the server's answer. */
export async function openSocket({ url, token }: Client) {
  const socket = new WebSocket(`ws://${url.host}/ws`, { headers: { authorization: `Bearer ${token}` } });
  onTestFinished(() => socket.terminate());
  const waiting = new Map<string, (answer: SocketAnswer) => void>();
  socket.on("message", (data) => {
    const answer = JSON.parse(data.toString()) as SocketAnswer;
    waiting.get(answer.id)?.(answer);
  });
  await new Promise((resolve, reject) => socket.once("open", resolve).once("error", reject));
  socket.send(JSON.stringify({ type: "hello", sessions: [] }));
  let count = 0;
  return (type: string, fields: object): Promise<SocketAnswer> => {
    count += 1;
    const id = String(count);
    socket.send(JSON.stringify({ ...fields, type, id }));
    return new Promise((resolve) => waiting.set(id, resolve));
  };
}

export interface SocketAnswer {
  readonly type: "ack" | "nack";
  readonly id: string;
  readonly error?: { readonly code: string };
}

/** The code of a rejected request; "done" if it was accepted. */
export function codeOf(answer: { readonly body: unknown }): string {
  return (answer.body as { error?: { code: string } } | null)?.error?.code ?? "done";
}
