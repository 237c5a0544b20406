import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { defined } from "@polylog/core";
import { expect, test } from "vitest";
import { makeHome, temporaryFolder } from "../reliability/support/home.ts";
import { type ServerHere, startHere } from "../reliability/support/server-here.ts";

const agents = { agent: { script: [{ text: "done" }] } };
const SECRET = "a-secret-that-only-the-attacker-knows";

interface Policy {
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly change: string;
  readonly value: unknown;
}

const inFolder = (name: string) => path.join(temporaryFolder(), name);

async function backupOf({ client }: ServerHere): Promise<string> {
  const file = inFolder("backup.db");
  await client.post("/api/backup", { file });
  return file;
}

/** Writes documents into a backup, as an attacker with access to the file could. */
function forge(file: string, documents: readonly (readonly [string, string, unknown])[]): void {
  const db = new DatabaseSync(file);
  const put = db.prepare("INSERT OR REPLACE INTO documents (kind, key, value) VALUES (?, ?, ?)");
  for (const [kind, key, value] of documents) put.run(kind, key, JSON.stringify(value));
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
}

function forgedDevice(role = "owner") {
  const hash = createHash("sha256").update(SECRET).digest("hex");
  return { name: "Attacker", role, via: "token", hash, keyHash: null, createdTs: 1, expiresTs: null };
}

const forgedRule = (pattern: string) => ({
  ...{ effect: "allow", toolName: "Bash", match: "prefix", pattern, scope: "always", where: "" },
  ...{ madeTs: 1, madeIn: "s", madeBy: "owner" },
});

/** Restores, and waits until a session that was created after the backup is gone. */
async function restore({ client }: ServerHere, file: string, policies?: readonly string[]) {
  const marked = await client.createSession();
  const answer = await client.post<{ policies: (Policy & { restored: boolean })[] }>("/api/restore", {
    file,
    ...defined({ policies }),
  });
  await expect.poll(async () => (await client.ask("GET", `/api/sessions/${marked}`)).status).toBe(404);
  return answer;
}

async function statusOf({ client }: ServerHere, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${client.url.origin}/api/me`, { headers })).status;
}

async function rulesOf({ client }: ServerHere): Promise<string[]> {
  const { rules } = await client.get<{ rules: { pattern: string }[] }>("/api/permission-rules");
  return rules.map(({ pattern }) => pattern);
}

const preview = ({ client }: ServerHere, file: string) =>
  client.post<{ policies: Policy[]; omitted: number }>("/api/restore/preview", { file });

test("[S30] a backup with a forged owner, rule, trust, override, budget, schedule and mission grants none of them", async () => {
  const server = await startHere(makeHome(agents));
  const { client } = server;
  const file = await backupOf(server);
  const root = client.project;
  const forged = [
    ["agent_override", JSON.stringify([root, "agent"]), { permissionMode: "full" }],
    ["agent_policy", root, { allow: [{ from: "*", to: "*" }], deny: [] }],
    ["budget", JSON.stringify(["day", root]), { costUsd: 1_000_000, warned: null }],
    ["device", "evil", forgedDevice()],
    ["made_up_kind", "x", { mode: "full" }],
    ["mission", "m", { missionId: "m", projectRoot: root, text: "Take everything", agents: {} }],
    ["permission_rule", "r", forgedRule("rm")],
    ["schedule", "s", { scheduleId: "s", projectRoot: root, pattern: "* * * * *" }],
    ["permission_mode", "any", "full"],
    ["trust", root, { trustedTs: 1, content: null, programs: null }],
  ] as const;
  forge(file, forged);

  const { policies } = await restore(server, file);

  expect(policies.map(({ kind, change, restored }) => [kind, change, restored])).toEqual(
    forged
      .map(([kind]) => kind)
      .filter((kind) => kind !== "permission_mode")
      .map((kind) => [kind, "added", false]),
  );
  expect(await statusOf(server, SECRET)).toBe(401);
  expect(await rulesOf(server)).toEqual([]);
  const { folders } = await client.get<{ folders: { trusted_ts: number | null }[] }>("/api/trust");
  expect(folders.filter(({ trusted_ts }) => trusted_ts !== null)).toEqual([]);
  const override = `/api/agent-override?project_root=${encodeURIComponent(root)}&agent_id=agent`;
  expect((await client.ask("GET", override)).text).not.toContain("full");
  expect(JSON.stringify(await client.get("/api/schedules"))).not.toContain("* * * * *");
  expect(
    JSON.stringify(await client.get(`/api/missions?project_root=${encodeURIComponent(root)}`)),
  ).not.toContain("Take everything");
});

test("[S30] a rule that was removed after the backup stays removed, and a rule created since then stays", async () => {
  const server = await startHere(makeHome(agents));
  const file = await backupOf(server);
  forge(file, [["permission_rule", "old", forgedRule("git push")]]);
  const own = await backupOf(server);
  forge(own, [["permission_rule", "own", forgedRule("git status")]]);
  const [mine] = (await preview(server, own)).policies;
  await restore(server, own, [mine?.id ?? ""]);
  expect(await rulesOf(server)).toEqual(["git status"]);

  await restore(server, file);
  expect(await rulesOf(server)).toEqual(["git status"]);
});

test("[S30] only the owner's selection is restored; its whole content is shown, without secrets", async () => {
  const server = await startHere(makeHome(agents));
  const file = await backupOf(server);
  forge(file, [
    ["device", "phone", forgedDevice("viewer")],
    ["permission_rule", "r", forgedRule("rm")],
  ]);
  const shown = await preview(server, file);
  expect(shown).toEqual({
    policies: [
      {
        id: expect.any(String),
        kind: "device",
        title: 'Device "Attacker" with the role viewer',
        value: { name: "Attacker", role: "viewer", via: "token", createdTs: 1, expiresTs: null },
        change: "added",
      },
      {
        id: expect.any(String),
        kind: "permission_rule",
        title: "Rule: allow Bash rm (always)",
        value: forgedRule("rm"),
        change: "added",
      },
    ],
    omitted: 0,
  });
  const [phone] = shown.policies;
  await restore(server, file, [phone?.id ?? ""]);
  expect(await statusOf(server, SECRET)).toBe(200);
  expect(await rulesOf(server)).toEqual([]);
});

test("[S30] a backup that is replaced after the owner reviewed it restores nothing that was not selected", async () => {
  const server = await startHere(makeHome(agents));
  const file = await backupOf(server);
  forge(file, [["permission_rule", "r", forgedRule("ls")]]);
  const [looked] = (await preview(server, file)).policies;
  forge(file, [["permission_rule", "r", forgedRule("rm")]]);
  const { status, body } = await server.client.ask<{ error: { code: string } }>("POST", "/api/restore", {
    file,
    policies: [looked?.id],
  });
  expect([status, body.error.code]).toEqual([400, "bad_request"]);
  expect(await rulesOf(server)).toEqual([]);
});

test("[S30] a trigger in a forged backup does not create an owner when the server writes", async () => {
  const server = await startHere(makeHome(agents));
  const file = await backupOf(server);
  const device = JSON.stringify(forgedDevice()).replaceAll("'", "''");
  const db = new DatabaseSync(file);
  db.exec(`CREATE TRIGGER t AFTER INSERT ON events BEGIN
    INSERT OR REPLACE INTO documents (kind, key, value) VALUES ('device', 'evil', '${device}'); END`);
  db.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  db.close();
  const { status, body } = await server.client.ask<{ error: { code: string; message: string } }>(
    ...(["POST", "/api/restore", { file }] as const),
  );
  expect([status, body.error]).toMatchObject([
    422,
    {
      code: "bad_file",
      message: expect.stringContaining("contains a trigger that does not belong in a Polylog log"),
    },
  ]);
});

test("[S30] on a new machine, a backup alone gives no device access", async () => {
  const first = await startHere(makeHome(agents));
  const { token } = await first.client.post<{ token: string }>("/api/devices", {
    name: "phone",
    role: "owner",
  });
  const file = await backupOf(first);
  const second = await startHere(makeHome(agents));
  expect((await preview(second, file)).policies.map(({ kind }) => kind)).toEqual(["device"]);
  await restore(second, file);
  expect(await statusOf(second, token)).toBe(401);
});

test("[S24] a backup is not written through a link, and contains no target of a link in the home", async () => {
  const home = makeHome(agents);
  const server = await startHere(home);
  const { client } = server;
  const sessionId = await client.createSession();
  const file = await backupOf(server);
  const link = inFolder("link.db");
  symlinkSync(file, link);
  const code = async (route: string, target: string) => {
    const { status, body } = await client.ask<{ error: { code: string; message: string } }>("POST", route, {
      file: target,
    });
    return [status, body.error?.code, body.error?.message];
  };
  const linked = expect.stringContaining("is a symbolic link");
  expect(await code("/api/backup", link)).toEqual([400, "bad_request", linked]);
  expect(await code("/api/restore", link)).toEqual([422, "bad_file", linked]);
  expect(await code("/api/restore/preview", link)).toEqual([422, "bad_file", linked]);

  const secret = inFolder("secret");
  writeFileSync(secret, "a private key");
  const name = createHash("sha256").update("a private key").digest("hex");
  const outputs = path.join(home.folder, "blobs", sessionId);
  mkdirSync(outputs, { recursive: true });
  symlinkSync(secret, path.join(outputs, name));
  const fresh = inFolder("fresh.db");
  expect(await code("/api/backup", fresh)).toEqual([422, "bad_file", linked]);
  expect(existsSync(fresh)).toBe(false);
  expect((await client.ask("GET", `/api/sessions/${sessionId}/blobs/${name}`)).status).toBe(404);
});

test("[S24] a write-ahead log that is a link next to a backup is not followed", async () => {
  const server = await startHere(makeHome(agents));
  const file = await backupOf(server);
  const elsewhere = inFolder("elsewhere");
  copyFileSync(file, elsewhere);
  symlinkSync(elsewhere, `${file}-wal`);
  const { status, body } = await server.client.ask<{ error: { code: string } }>("POST", "/api/restore", {
    file,
  });
  expect([status, body.error.code]).toEqual([422, "bad_file"]);
});
