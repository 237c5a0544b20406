import { writeFileSync } from "node:fs";
import path from "node:path";
import { fromSnapshot, type PermissionMode } from "@polylog/core";
import { expect, vi } from "vitest";
import { Permissions } from "../../../src/permissions/permissions.ts";
import { Client } from "../../reliability/support/client.ts";
import { Follower } from "../../reliability/support/follower.ts";
import type { Home } from "../../reliability/support/home.ts";

/**
 * Shared by the attacks on permissions: an agent that wants to run a command, and the record of who allowed
 * it.
 */

const kinds = ["allow_once", "allow_session", "allow_project", "allow_always", "reject_once"];
const options = kinds.map((kind) => ({ optionId: kind, name: kind, kind }));

/** A step of a scripted agent that asks to run a command. */
export function wants(command: string) {
  return { ask: { permission: { toolName: "Bash", input: { command }, options } } };
}

/** Waits for the server's decisions about asks, so that no test depends on how long they take. */
const decisions = vi.spyOn(Permissions.prototype, "answerByRule");

async function decided(requestId: string): Promise<void> {
  const find = () =>
    decisions.mock.calls.findIndex(
      ([, body]) => body.type === "permission_request" && body.requestId === requestId,
    );
  await expect.poll(find).not.toBe(-1);
  await decisions.mock.results[find()]?.value;
}

/** Whether the first command of a run was asked: `pending`, or what answered it without a person. */
export async function verdictOf(follower: Follower, runId: string): Promise<string> {
  const { requestId } = await follower.whenEvent("permission_request", (event) => event.runId === runId);
  await decided(requestId);
  const asks = await follower.client.asks();
  if (asks.some(({ ask_id }) => ask_id === requestId)) return "pending";
  const { by } = await follower.whenEvent("permission_response", (event) => event.requestId === requestId);
  return `${by?.name}`;
}

/** Sends a message and returns the decision about the first command that the agent wants to run. */
export async function verdict(client: Client, text: string, more: object = {}): Promise<string> {
  const { session_id, run_id = "" } = await client.chat(text, more);
  return verdictOf(await Follower.open(client, session_id), run_id);
}

/** The mode that screens show for an agent. */
export async function shownMode(client: Client, sessionId: string, agentId: string): Promise<unknown> {
  const conversation = fromSnapshot(await client.snapshot(sessionId));
  const { permissionMode, currentModeId } = conversation?.agents.get(agentId) ?? {};
  return { permissionMode, currentModeId };
}

export function setMode(client: Client, sessionId: string, mode: PermissionMode | string) {
  return client.ask("PATCH", `/api/sessions/${sessionId}`, { mode_id: mode });
}

/** A client with its own role. */
export async function device(owner: Client, role: string): Promise<Client> {
  const { token } = await owner.post<{ token: string }>("/api/devices", { name: role, role });
  return new Client(owner.url.href, token, owner.project);
}

/** Imports a handwritten session. */
export async function importForged(
  client: Client,
  home: Home,
  bodies: readonly Readonly<Record<string, unknown>>[],
): Promise<string> {
  const file = path.join(path.dirname(home.folder), "forged.jsonl");
  const stamped = bodies.map((body, at) => ({
    ...{ id: `forged-${at}`, sessionId: "forged", seq: at + 1, rev: 1, ts: at + 1, v: 1 },
    ...body,
  }));
  writeFileSync(file, stamped.map((event) => JSON.stringify(event)).join("\n"));
  const answer = await client.post<{ session_id: string }>("/api/import", {
    file,
    project_root: home.project,
  });
  return answer.session_id;
}
