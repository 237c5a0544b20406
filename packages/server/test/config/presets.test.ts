import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { manifests } from "@polylog/backends";
import { expect, test } from "vitest";
import { Follower } from "../reliability/support/follower.ts";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { TinyBackend } from "../support/tiny-backend.ts";
import { writeConfig } from "./write-config.ts";

const { acp } = manifests;
if (acp === undefined) throw new Error("There is no backend for ACP.");

test("[A4] an agent that names only a preset starts like the same agent when it is detected on the machine", async () => {
  const home = makeHome({});
  const bin = path.join(home.project, "..", "bin");
  mkdirSync(bin);
  const machine = {
    env: {},
    findProgram: async (name: string) => path.join(bin, name),
    checkProgram: async () => ({ ok: true as const, version: null }),
    reach: async () => undefined,
  };
  const found = await acp.detect(machine);
  const configured = found.map(({ id, settings: { options = {}, command = "" } }) => {
    writeFileSync(command, `#!/bin/sh\necho "$*" >> "${bin}/$STARTED_AS.started"\n`);
    chmodSync(command, 0o755);
    return [id, { backend: "acp", options, env: { PATH: `${bin}:/usr/bin:/bin` } }] as const;
  });
  const named = (mark: string) =>
    configured.map(([id, agent]) => {
      const env = { ...agent.env, STARTED_AS: `${id}.${mark}` };
      return [`${id}-${mark}`, { ...agent, env }] as const;
    });
  const asFound = found.map(({ id, settings }) => {
    const env = { STARTED_AS: `${id}.found` };
    return { id: `${id}-found`, backend: "acp", settings: { ...settings, env } };
  });
  writeConfig(home, { agents: Object.fromEntries(named("configured")) });
  const { client } = await startHere(home, { backends: { acp }, agents: asFound });
  const started = async (id: string, mark: string) => {
    const { session_id } = await client.chat("hello", { agent_id: `${id}-${mark}` });
    await (await Follower.open(client, session_id)).whenEvent("run_ended");
    return readFileSync(path.join(bin, `${id}.${mark}.started`), "utf8").trim();
  };
  const all = async (mark: string) =>
    Object.fromEntries(
      await Promise.all(found.map(async ({ id }) => [id, await started(id, mark)] as const)),
    );
  const lines = await all("configured");
  expect(lines).toEqual(await all("found"));
  expect(lines).toMatchObject({ opencode: "acp", gemini: "--acp", droid: "exec --output-format acp" });
});

test("[A4] a field that config.json leaves out stays out of the agent's settings", async () => {
  const home = makeHome({});
  writeConfig(home, { agents: { bare: { backend: "tiny" }, none: { backend: "tiny", args: [], env: {} } } });
  const tiny = new TinyBackend();
  const { client } = await startHere(home, { backends: { tiny: tiny.manifest } });
  await client.chat("hello", { agent_id: "bare" });
  await client.chat("hello", { agent_id: "none" });
  await expect.poll(() => tiny.starts).toHaveLength(2);
  expect(tiny.starts.map(({ settings }) => settings)).toEqual([
    { backend: "tiny", options: {}, permissionMode: "ask" },
    { backend: "tiny", options: {}, permissionMode: "ask", args: [], env: {} },
  ]);
});
