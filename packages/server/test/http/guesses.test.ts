import { expect, test } from "vitest";
import { GuessLimit, peerName } from "../../src/http/auth/guess-limit.ts";
import { codeOf, startServer } from "./support/harness.ts";

function tally(statuses: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const status of statuses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** The statuses of a thousand attempts, some of them in parallel. */
async function thousand(attempt: (guess: number) => Promise<{ status: number }>): Promise<number[]> {
  const statuses: number[] = [];
  for (let guess = 0; guess < 1000; guess += 25) {
    const answers = await Promise.all(Array.from({ length: 25 }, (_, index) => attempt(guess + index)));
    statuses.push(...answers.map(({ status }) => status));
  }
  return statuses;
}

test("[S9] of 1,000 guessed tokens only a few are checked, and spoofed headers do not allow more; the owner still has access", async () => {
  let now = 0;
  const server = await startServer({ now: () => now });
  const statuses = await thousand((guess) => {
    const address = `10.0.${guess >> 8}.${guess & 255}`;
    const headers = { "x-forwarded-for": address, forwarded: `for=${address}`, "x-real-ip": address };
    return server.ask("GET", `/api/sessions?n=${guess}`, { token: `guess-${guess}`, headers });
  });
  expect(tally(statuses)).toEqual({ 401: 10, 429: 990 });
  const limited = await server.ask("GET", "/api/sessions", { token: "guess" });
  expect([limited.status, codeOf(limited), limited.headers["retry-after"]]).toEqual([
    429,
    "too_many_requests",
    "6",
  ]);
  expect((await server.ask("GET", "/api/sessions")).status).toBe(200);
  now += 6000;
  expect((await server.ask("GET", "/api/sessions", { token: "guess" })).status).toBe(401);
});

test("[S9] of 1,000 guessed codes only a few are checked, whatever fields are sent with them; a correct one still signs in", async () => {
  const server = await startServer({ now: () => 0 });
  const { code } = server.auth.newCode("owner", "browser");
  const login = (body: object) => server.ask("POST", "/api/login", { token: null, body });
  const statuses = await thousand((guess) =>
    login({ code: `guess-${guess}`, address: `10.0.0.${guess}`, ip: guess, retry: guess }),
  );
  expect(tally(statuses)).toEqual({ 401: 10, 429: 990 });
  expect((await login({ code })).status).toBe(200);
});

test("[S9] a token that is short enough to be guessed must wait, the tokens of devices need not", async () => {
  const server = await startServer();
  const { Auth } = await import("../../src/http/auth/auth.ts");
  const auth = await Auth.open({ store: server.store, tokenFile: `${server.tokenFile}-2`, token: "short" });
  const request = (token: string) =>
    ({ headers: { authorization: `Bearer ${token}` }, socket: { remoteAddress: "127.0.0.1" } }) as never;
  expect(auth.callerOf(request("short")).role).toBe("owner");
  for (let guess = 0; guess < 10; guess++)
    expect(() => auth.callerOf(request("wrong"))).toThrow("are invalid");
  expect(() => auth.callerOf(request("short"))).toThrow("Too many");
  const { secret } = await auth.devices.add("program", "viewer", "token", null);
  expect(auth.callerOf(request(secret)).role).toBe("viewer");
});

test("[S9] a peer has one name, in any spelling of its address", () => {
  const same = [
    "127.0.0.1",
    "::ffff:127.0.0.1",
    "::FFFF:127.0.0.1",
    "::ffff:7f00:1",
    "0:0:0:0:0:ffff:7f00:1",
    "::ffff:7f00:0001",
  ];
  expect(new Set(same.map(peerName))).toEqual(new Set(["127.0.0.1"]));
  const network = ["2001:db8:1:2::1", "2001:db8:1:2:ffff::", "2001:DB8:1:2:3:4:5:6", "2001:db8:1:2::1%eth0"];
  expect(new Set(network.map(peerName))).toEqual(new Set(["2001:db8:1:2"]));
  expect(peerName("2001:db8:1:3::1")).toBe("2001:db8:1:3");
  expect(peerName(undefined)).toBe("unknown");
});

test("[S9] guesses become available again one by one, and the list of addresses is bounded", () => {
  let now = 0;
  const limit = new GuessLimit(3, 1000, () => now);
  for (let guess = 0; guess < 5; guess++) limit.wrong("a");
  expect(limit.waitOf("a")).toBe(1);
  expect(limit.waitOf("b")).toBe(0);
  now += 1000;
  expect(limit.waitOf("a")).toBe(0);
  limit.wrong("a");
  expect(limit.waitOf("a")).toBe(1);
  for (let address = 0; address < 20_000; address++) limit.wrong(`address-${address}`);
  expect(limit.waitOf("a")).toBe(0);
});

test("[R27] [S9] a clock that is set back locks nobody out, and extends no code's lifetime", async () => {
  let [now, elapsed] = [1e12, 0];
  const server = await startServer({ now: () => now, elapsed: () => elapsed });
  const guess = () => server.ask("POST", "/api/login", { token: null, body: { code: "wrong" } });
  const statuses = async (count: number) => {
    const found: number[] = [];
    for (let n = 0; n < count; n++) found.push((await guess()).status);
    return tally(found);
  };
  const { code } = server.auth.newCode("viewer", "browser");
  const pairing = server.auth.pairings.make("viewer");
  expect(await statuses(11)).toEqual({ 401: 10, 429: 1 });
  now -= 24 * 60 * 60 * 1000;
  expect((await guess()).headers["retry-after"]).toBe("6");
  elapsed += 60_000;
  expect(await statuses(11)).toEqual({ 401: 10, 429: 1 });
  elapsed += 60_000;
  const late = await server.ask("POST", "/api/login", { token: null, body: { code } });
  expect([late.status, server.auth.pairings.list().length]).toEqual([401, 1]);
  elapsed += 5 * 60_000;
  expect([server.auth.pairings.list(), pairing.expiresTs]).toEqual([[], 1e12 + 5 * 60_000]);
});
