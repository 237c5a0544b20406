import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { makeHome } from "../reliability/support/home.ts";
import { startHere } from "../reliability/support/server-here.ts";
import { TinyBackend } from "../support/tiny-backend.ts";
import { writeConfig, writeProjectConfig } from "./write-config.ts";

interface Folder {
  readonly project_root: string;
  readonly trusted: boolean;
  readonly trusted_ts: number | null;
  readonly waiting: readonly string[];
  readonly problem: string | null;
}

const brought = {
  default_agent: "evil",
  agents: { evil: { backend: "tiny", command: "/tmp/evil", args: ["--now"] } },
  mcp_servers: { reader: { command: "npx", args: ["reader"] }, remote: { url: "https://example.org/mcp" } },
};

const unchanged = {
  ...{ changes: [], more_changes: 0, unchecked: [], digest: expect.any(String) },
  was_trusted: expect.any(Boolean),
};
const changed = (kind: string) => ({ ...unchanged, changes: [{ path: ".polylog/config.json", kind }] });

const waiting = [
  "the default agent evil",
  "the agent evil, which runs: /tmp/evil --now",
  "the MCP server reader, which runs: npx reader",
  "the MCP server remote, at https://example.org/mcp",
];

async function start() {
  const home = makeHome({});
  writeConfig(home, { agents: { own: { backend: "tiny" } } });
  writeProjectConfig(home, brought);
  const tiny = new TinyBackend();
  const server = await startHere(home, { backends: { tiny: tiny.manifest } });
  const { client } = server;
  const folders = async (query = "") =>
    (await client.get<{ folders: Folder[] }>(`/api/trust${query}`)).folders;
  const trust = (trusted: boolean, project_root = home.project) =>
    client.post<Folder>("/api/trust", { project_root, trusted });
  return { ...server, home, tiny, folders, trust };
}

test("[S26] a project's configuration is used only while its folder is trusted", async () => {
  const { client, home, tiny, folders, trust } = await start();
  const project_root = home.project;
  expect(await folders()).toEqual([]);

  await client.chat("hello");
  await expect.poll(() => tiny.starts).toHaveLength(1);
  expect(tiny.starts[0]).toMatchObject({ agentId: "own", settings: { options: {} } });
  expect(await tiny.starts[0]?.host.trusted()).toBe(false);
  expect((await client.send("hello", { agent_id: "evil" })).body.error).toMatchObject({
    code: "agent_unavailable",
    message: `The agent "evil" is defined by the project. Trust the folder first: polylog trust ${project_root}`,
  });
  const untrusted = {
    ...{ project_root, trusted: false, trusted_ts: null, waiting, problem: null },
    ...changed("new"),
  };
  expect(await folders()).toEqual([untrusted]);
  const listed = await client.get<{ id: string }[]>(
    `/api/agents?project_root=${encodeURIComponent(project_root)}`,
  );
  expect(listed).toEqual([
    expect.objectContaining({ id: "own", available: true }),
    expect.objectContaining({ id: "evil", available: false }),
  ]);

  const trusted = {
    ...{ project_root, trusted: true, trusted_ts: expect.any(Number), waiting: [], problem: null },
    ...unchanged,
  };
  expect(await trust(true)).toEqual(trusted);
  expect(await folders()).toEqual([trusted]);
  await client.chat("hello");
  await expect.poll(() => tiny.starts).toHaveLength(2);
  expect(tiny.starts[1]).toMatchObject({
    agentId: "evil",
    settings: { command: "/tmp/evil", args: ["--now"], options: { mcp_servers: brought.mcp_servers } },
  });
  expect(await tiny.starts[1]?.host.trusted()).toBe(true);

  expect(await trust(false)).toEqual(untrusted);
  expect((await client.send("hello", { agent_id: "evil" })).status).toBe(422);
});

test("[S26] trust applies to the real folder: through any link to it, and not to a link that is redirected elsewhere", async () => {
  const { home, folders, trust } = await start();
  const link = path.join(path.dirname(home.project), "link");
  symlinkSync(home.project, link);
  expect(await trust(true, link)).toMatchObject({ project_root: home.project, trusted: true });
  const other = path.join(path.dirname(home.project), "other");
  mkdirSync(other);
  rmSync(link);
  symlinkSync(other, link);
  const [state] = await folders(`?project_root=${encodeURIComponent(link)}`);
  expect(state).toEqual({
    project_root: other,
    trusted: false,
    trusted_ts: null,
    waiting: [],
    problem: null,
    ...unchanged,
  });
});

test("[S26] trust survives a restart", async () => {
  const first = await start();
  await first.trust(true);
  await first.close();
  const { client } = await startHere(first.home, { backends: { tiny: first.tiny.manifest } });
  expect(await client.get("/api/trust")).toMatchObject({ folders: [{ trusted: true }] });
});

test("[S26] a file whose content differs from the trusted content waits for trust; the trusted version is still trusted", async () => {
  const { client, home, tiny, folders, trust } = await start();
  const project_root = home.project;
  const untrusted = { project_root, trusted: false, trusted_ts: null, problem: null, ...changed("changed") };
  const trusted = {
    ...{ project_root, trusted: true, trusted_ts: expect.any(Number), waiting: [], problem: null },
    ...unchanged,
  };
  await trust(true);

  const later = { agents: { evil: { backend: "tiny", command: "/tmp/worse" } } };
  writeProjectConfig(home, later);
  expect(await folders()).toEqual([{ ...untrusted, waiting: ["the agent evil, which runs: /tmp/worse"] }]);
  expect((await client.send("hello", { agent_id: "evil" })).status).toBe(422);
  expect(tiny.starts).toEqual([]);
  writeProjectConfig(home, brought);
  expect(await folders()).toEqual([trusted]);

  writeProjectConfig(home, later);
  expect(await trust(true)).toEqual(trusted);
  await client.chat("hello", { agent_id: "evil" });
  await expect.poll(() => tiny.starts).toMatchObject([{ settings: { command: "/tmp/worse" } }]);
  rmSync(path.join(home.project, ".polylog"), { recursive: true });
  expect(await folders()).toEqual([{ ...trusted, ...changed("removed") }]);
});

test("[S26] a folder that was trusted while it was empty is not trusted with later content", async () => {
  const { home, folders, trust } = await start();
  rmSync(path.join(home.project, ".polylog"), { recursive: true });
  expect(await trust(true)).toMatchObject({ trusted: true });
  writeProjectConfig(home, brought);
  expect(await folders()).toMatchObject([{ trusted: false, waiting }]);
});

test("[CF2] an error in a project's configuration names file, line and field, and the last valid one stays active; it does not lead out of the project", async () => {
  const { client, home, tiny, folders, trust } = await start();
  await trust(true);
  await client.createSession();
  const file = path.join(home.project, ".polylog", "config.json");
  writeProjectConfig(home, '{\n  "default_agent": "evil",\n  "port": 1\n}');
  await client.chat("hello");
  await expect.poll(() => tiny.starts.at(-1)?.agentId).toBe("evil");
  const problem = async () => (await folders())[0]?.problem;
  expect(await problem()).toMatch(new RegExp(`^${file}:3: port: `));

  const secret = path.join(home.folder, "secret.json");
  writeFileSync(secret, '{"secret": 1}');
  rmSync(file);
  symlinkSync(secret, file);
  expect(await problem()).toBe(`${file}: This path is not inside the project. Choose a path inside it.`);
});
