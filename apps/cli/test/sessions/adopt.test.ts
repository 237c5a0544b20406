import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claude, claudeHome } from "../support/claude.ts";
import { linesOf, polylog, serve } from "../support/cli.ts";

/** A session that was started in Claude Code continues in Polylog, and back there. */

let place: Awaited<ReturnType<typeof claudeHome>>;
let server: Awaited<ReturnType<typeof serve>>;

const call = (...args: string[]) => polylog([...args, "--home", place.home], { cwd: place.project });
const json = async (...args: string[]) => linesOf((await call(...args, "--json")).stdout);

async function alone(...args: string[]): Promise<number> {
  const child = spawn(claude, args, {
    ...{ cwd: place.project, stdio: ["ignore", "ignore", "inherit"] },
    env: { PATH: process.env.PATH ?? "", ...place.env },
  });
  const [code] = await once(child, "close");
  return code as number;
}

beforeAll(async () => {
  place = await claudeHome();
  server = await serve(place.home);
});

afterAll(async () => {
  await server.stop();
  await place.model.close();
});

test("a session of Claude Code is listed, adopted once, and can be continued in both programs", async () => {
  const { project, model } = place;
  expect(await alone("-p", "My word is marzipan. [[say I keep it.]]")).toBe(0);
  const [listed] = await json("adopt");
  const nativeId = String(listed?.native_id);
  expect(listed).toEqual({
    agent_id: "claude",
    native_id: nativeId,
    title: "My word is marzipan. [[say I keep it.]]",
    updated_ts: expect.any(Number),
    session_id: null,
    command: `cd ${project} && ${claude} --resume ${nativeId}`,
  });

  const [adopted] = await json("adopt", nativeId);
  const sessionId = String(adopted?.session_id);
  expect(adopted).toMatchObject({ adopted: true, status: "idle", agent_id: "claude", project_root: project });
  expect((await call("adopt", nativeId)).stdout).toContain(`Already adopted as session ${sessionId}`);
  expect((await call("adopt")).stdout).toContain(sessionId);
  expect((await call("logs", sessionId)).stdout).toMatch(
    /you +My word is marzipan[\s\S]*claude +I keep it\./,
  );

  const { stdout } = await call("ls", "--native");
  expect(stdout).toMatch(new RegExp(`${sessionId} +claude +${nativeId} +cd .* --resume ${nativeId}`));
  expect(await alone("-p", "--resume", nativeId, "[[say Still there.]]")).toBe(0);
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain("marzipan");
});

test("adopting an unknown session fails with a matching exit code", async () => {
  const unknown = await call("adopt", "no-such-id");
  expect([unknown.code, unknown.stderr]).toEqual([
    3,
    expect.stringContaining("No agent has a session no-such-id"),
  ]);
  const refused = await call("adopt", "no-such-id", "--agent", "claude");
  expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("Nothing was imported.")]);
  const demo = await call("adopt", "--agent", "demo");
  expect([demo.code, demo.stderr]).toEqual([1, expect.stringContaining("has no sessions to import")]);
});
