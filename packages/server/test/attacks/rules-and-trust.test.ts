import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { Follower } from "../reliability/support/follower.ts";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { verdict, wants } from "./support/asking.ts";

/** A person who always allows `make` in one project, and another project next to it. */
async function allowing() {
  const home = makeHome({ own: { script: [wants("make")] } });
  const { client } = await startHere(home);
  const { session_id } = await client.chat("Go");
  const follower = await Follower.open(client, session_id);
  const { requestId } = await follower.whenEvent("permission_request");
  await client.post("/api/permission-response", { request_id: requestId, option_id: "allow_always" });
  await follower.whenEvent("run_ended");
  const clone = path.join(path.dirname(home.project), "clone");
  mkdirSync(clone);
  const trust = (project_root: string, trusted: boolean) =>
    client.post("/api/trust", { project_root, trusted });
  const bring = (project: string) => {
    mkdirSync(path.join(project, ".polylog"));
    const config = { default_agent: "own" };
    writeFileSync(path.join(project, ".polylog", "config.json"), JSON.stringify(config));
  };
  return { client, home, clone, trust, bring };
}

test("[S30] a command that is always allowed is asked in an untrusted folder", async () => {
  const { client, clone, trust } = await allowing();
  expect(await verdict(client, "Go", { project_root: clone })).toBe("pending");
  await trust(clone, true);
  expect(await verdict(client, "Go", { project_root: clone })).toBe("make");
  await trust(clone, false);
  expect(await verdict(client, "Go", { project_root: clone })).toBe("pending");
});

test("[S30] a command that was always allowed is asked once the folder contains untrusted configuration", async () => {
  const { client, home, trust, bring } = await allowing();
  expect(await verdict(client, "Go")).toBe("make");
  bring(home.project);
  expect(await verdict(client, "Go")).toBe("pending");
  await trust(home.project, true);
  expect(await verdict(client, "Go")).toBe("make");
});

test("[S30] a trusted project's configuration that gives its agents full access does not let their commands run without asking", async () => {
  const home = makeHome({ own: { script: [wants("make")] } });
  const { client } = await startHere(home);
  const full = { backend: "script", options: { script: [wants("make")] }, permission_mode: "full" };
  mkdirSync(path.join(home.project, ".polylog"));
  const config = JSON.stringify({ agents: { own: full, theirs: full } });
  writeFileSync(path.join(home.project, ".polylog", "config.json"), config);
  await client.post("/api/trust", { project_root: home.project, trusted: true });
  const verdicts = [
    await verdict(client, "Go", { agent_id: "own" }),
    await verdict(client, "Go", { agent_id: "theirs" }),
  ];
  expect(verdicts).toEqual(["pending", "pending"]);
});
