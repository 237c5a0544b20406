import { type Conversation, toSnapshot } from "@polylog/core";
import { basePath } from "../routing/base-url.ts";
import { limits } from "./limits.ts";

/**
 * The last known state, for times when the server cannot be reached: the device, the session list, the agents and the
 * last conversations. Nothing else is cached. Without Cache Storage (plain HTTP to another machine) nothing is
 * cached.
 */
const storeName = `polylog-kept ${basePath}`;
/** Requests that were answered since the page was opened, so their cached response would be older. */
const answered = new Set<string>();

let isCacheUsed = false;

/** Whether a cached response was used since the last call. */
export function wasCacheUsed(): boolean {
  const was = isCacheUsed;
  isCacheUsed = false;
  return was;
}

/** Fetches. If that fails and has not succeeded before, it returns the cached response. */
export async function fetchOrCached(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const name = nameOf(String(input), init?.method ?? "GET");
  if (name === null) return fetch(input, init);
  try {
    const response = await fetch(input, init);
    if (isGatewayError(response.status)) return (await cachedAnswer(name)) ?? response;
    if (response.status === 401) await clearOfflineCache();
    if (response.ok) {
      answered.add(name);
      void keep(name, response.clone());
    }
    return response;
  } catch (error) {
    const kept = init?.signal?.aborted === true ? null : await cachedAnswer(name);
    if (kept === null) throw error;
    return kept;
  }
}

/** Stores the current state of a conversation in the form in which the server sends it. */
export async function cacheConversation(sessionId: string, conversation: Conversation): Promise<void> {
  const { rev, seq } = conversation;
  if (seq === 0) return;
  const body = JSON.stringify({ snapshot: toSnapshot(conversation), rev, seq });
  await keep(snapshotName(sessionId), new Response(body));
}

export async function clearOfflineCache(): Promise<void> {
  if (!hasStore()) return;
  // If the cache cannot be opened, it is empty.
  await caches.delete(storeName).catch(() => false);
}

const always = new Set(["api/me", "api/agents"]);

/** Null for requests that are never cached. */
function nameOf(address: string, method: string): string | null {
  const { pathname, searchParams } = new URL(address, location.href);
  if (method !== "GET" || !pathname.startsWith(basePath)) return null;
  const path = pathname.slice(basePath.length);
  if (/^api\/sessions\/[^/]+\/snapshot$/.test(path)) return path;
  // Of all session lists, only the first page of the default one.
  const isList = path === "api/sessions" && searchParams.get("archived") === "false";
  if (isList && !searchParams.has("q") && !searchParams.has("cursor")) return path;
  return always.has(path) ? path : null;
}

function snapshotName(sessionId: string): string {
  return `api/sessions/${encodeURIComponent(sessionId)}/snapshot`;
}

async function cachedAnswer(name: string): Promise<Response | null> {
  if (!hasStore() || answered.has(name)) return null;
  try {
    const kept = (await (await caches.open(storeName)).match(keyOf(name))) ?? null;
    if (kept !== null) isCacheUsed = true;
    return kept;
  } catch {
    // Storage is blocked, so nothing is cached.
    return null;
  }
}

async function keep(name: string, response: Response): Promise<void> {
  if (!hasStore()) return;
  try {
    const text = await response.text();
    if (text.length > limits.keptChars) return;
    const store = await caches.open(storeName);
    await store.put(keyOf(name), new Response(text, { headers: { "content-type": "application/json" } }));
    const snapshots = (await store.keys()).filter(({ url }) => url.endsWith("/snapshot"));
    // The latest one is the last.
    for (const old of snapshots.slice(0, -limits.keptSessions)) await store.delete(old);
  } catch {
    // The storage is full or blocked, so there is nothing to show offline.
  }
}

function keyOf(name: string): string {
  return new URL(basePath + name, location.origin).href;
}

function hasStore(): boolean {
  return "caches" in globalThis;
}

/** A proxy responds, but the server behind it does not. */
export function isGatewayError(status: number): boolean {
  return status === 502 || status === 504;
}
