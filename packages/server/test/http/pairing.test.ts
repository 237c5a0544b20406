import { expect, test } from "vitest";
import { browserHeaders, codeOf, type Harness, startServer } from "./support/harness.ts";

interface Made {
  readonly pairing_id: string;
  readonly code: string;
  readonly expires_ts: number;
}

const made = async (server: Harness, body: object = {}) =>
  (await server.ask("POST", "/api/pairings", { body })).json as Made;
const pair = (server: Harness, body: object) => server.ask("POST", "/api/pair", { token: null, body });
const decide = (server: Harness, { pairing_id }: Made, body: object) =>
  server.ask("PATCH", `/api/pairings/${pairing_id}`, { body });

test("[P1] a phone shows the code, waits, and gets its own token once the owner has confirmed it", async () => {
  let now = 1_000_000;
  const server = await startServer({ now: () => now });
  const pairing = await made(server);
  const { pairing_id, code, expires_ts } = pairing;
  expect(pairing).toEqual({
    ...{ pairing_id, code, expires_ts: now + 5 * 60_000, role: "approver", state: "open" },
    ...{ name: null, address: null },
  });
  const shown = await pair(server, { code, name: "my phone" });
  const { claim } = shown.json as { claim: string };
  expect([shown.status, shown.json]).toEqual([200, { state: "pending", claim, expires_ts }]);
  now += 60_000;
  expect((await pair(server, { claim })).json).toEqual({ state: "pending" });
  expect((await server.ask("GET", "/api/pairings")).json).toEqual({
    pairings: [
      {
        ...{ pairing_id, expires_ts, role: "approver", state: "pending" },
        ...{ name: "my phone", address: "127.0.0.1" },
      },
    ],
  });
  expect((await decide(server, pairing, { decision: "confirm", role: "viewer" })).status).toBe(200);
  const { token, device_id } = (await pair(server, { claim })).json as { token: string; device_id: string };
  expect((await server.ask("GET", "/api/me", { token })).json).toEqual({
    ...{ device_id, name: "my phone", role: "viewer" },
  });
  await server.ask("DELETE", `/api/devices/${device_id}`);
  expect((await server.ask("GET", "/api/me", { token })).status).toBe(401);
});

test("[P1] a browser gets a cookie instead, which no script of its page can read", async () => {
  const server = await startServer();
  const pairing = await made(server, { role: "prompter" });
  const { claim } = (await pair(server, { code: pairing.code, name: "phone" })).json as { claim: string };
  await decide(server, pairing, { decision: "confirm" });
  const answer = await pair(server, { claim, via: "cookie" });
  expect(answer.json).toEqual({
    ...{ state: "confirmed", device_id: expect.any(String), role: "prompter" },
    origin_key: expect.any(String),
  });
  const setCookie = String(answer.headers["set-cookie"]);
  expect(setCookie).toMatch(/; HttpOnly; SameSite=Strict$/);
  const headers = browserHeaders(answer);
  expect((await server.ask("GET", "/api/me", { token: null, headers })).json).toMatchObject({
    role: "prompter",
  });
});

test("[P2] a code works once and for five minutes, and so does the claim that it returns", async () => {
  let now = 1_000_000;
  const server = await startServer({ now: () => now });
  const first = await made(server);
  const { claim } = (await pair(server, { code: first.code, name: "phone" })).json as { claim: string };
  expect((await pair(server, { code: first.code, name: "thief" })).status).toBe(401);
  await decide(server, first, { decision: "confirm" });
  expect((await pair(server, { claim })).json).toMatchObject({ state: "confirmed" });
  expect((await pair(server, { claim })).status).toBe(401);

  const late = await made(server);
  now += 5 * 60_000;
  expect((await pair(server, { code: late.code, name: "phone" })).status).toBe(401);

  const slow = await made(server);
  const shown = (await pair(server, { code: slow.code, name: "phone" })).json as { claim: string };
  now += 5 * 60_000;
  expect(codeOf(await decide(server, slow, { decision: "confirm" }))).toBe("pairing_not_found");
  expect((await pair(server, { claim: shown.claim })).status).toBe(401);
});

test("[P2] without the owner's confirmation no device gets access: not with the code, not after a rejection, not twice", async () => {
  const server = await startServer();
  const pairing = await made(server);
  expect(codeOf(await decide(server, pairing, { decision: "confirm" }))).toBe("bad_request");
  const { claim } = (await pair(server, { code: pairing.code, name: "phone" })).json as { claim: string };
  for (const token of [pairing.code, claim]) {
    expect((await server.ask("GET", "/api/me", { token })).status).toBe(401);
  }
  expect((await decide(server, pairing, { decision: "deny" })).status).toBe(200);
  expect(codeOf(await decide(server, pairing, { decision: "confirm" }))).toBe("pairing_answered");
  expect((await pair(server, { claim })).json).toEqual({ state: "denied" });
  expect((await pair(server, { claim })).status).toBe(401);
  expect((await server.ask("GET", "/api/devices")).json).toEqual({ devices: [] });
});

test("[P2, S9] codes cannot be guessed, and only a limited number is open at once", async () => {
  const server = await startServer();
  const statuses = new Set<number>();
  for (let guess = 0; guess < 20; guess++) {
    statuses.add((await pair(server, { code: `guess-${guess}`, name: "thief" })).status);
  }
  expect([...statuses]).toEqual([401, 429]);
  const answers = [];
  for (let count = 0; count < 21; count++)
    answers.push((await server.ask("POST", "/api/pairings", { body: {} })).status);
  expect(answers.filter((status) => status === 201)).toHaveLength(20);
  expect(answers.at(-1)).toBe(429);
});

test("[S6] code, claim and token are in no log line", async () => {
  const server = await startServer();
  const pairing = await made(server);
  const { claim } = (await pair(server, { code: pairing.code, name: "phone" })).json as { claim: string };
  await decide(server, pairing, { decision: "confirm" });
  const { token } = (await pair(server, { claim })).json as { token: string };
  for (const secret of [pairing.code, claim, token]) {
    expect(server.logged.filter((line) => line.includes(secret))).toEqual([]);
  }
});
