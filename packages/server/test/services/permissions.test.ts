import { expect, test } from "vitest";
import { PermissionRules } from "../../src/permissions/permission-rules.ts";
import { asking } from "../support/asking-agent.ts";
import { openMemoryStore } from "../support/memory-store.ts";

test("[PR1] allowing a command does not allow a longer one that begins with it", async () => {
  const { begin } = await asking("echo hi", "echo hi && rm precious", "echo hi there", "echo hi");
  const { answer, answered } = await begin();
  await answer(1, "allow_session");
  await answer(2, "reject_once");
  await answer(3, "reject_once");
  expect(await answered()).toEqual([
    "user allow_session",
    "user reject_once",
    "user reject_once",
    "rule allow_once",
  ]);
});

test("[PR2] [PR5] a prefix is allowed by selecting an offer, and covers one plain command", async () => {
  const { begin, client, rules } = await asking("git status --short", "git log -3", "git log; rm precious");
  const { sessionId, askId, answer, answered } = await begin();
  const offers = [
    { match: "exact", pattern: "git status --short" },
    { match: "prefix", pattern: "git status" },
    { match: "prefix", pattern: "git" },
  ];
  await expect
    .poll(() => client.get<{ asks: { ask_id: string; offers: unknown }[] }>("/api/asks"))
    .toMatchObject({ asks: [{ ask_id: askId(1), offers }] });
  await answer(1, "allow_project", { pattern: "git" });
  await answer(3, "reject_once");
  expect(await answered()).toEqual(["user allow_project", "rule allow_once", "user reject_once"]);
  expect(await rules()).toEqual([
    {
      ...{ rule_id: expect.any(String), effect: "allow", tool_name: "Bash", match: "prefix", pattern: "git" },
      ...{ scope: "project", session_id: null, project_root: client.project },
      ...{ made_ts: expect.any(Number), made_in: sessionId, made_by: "owner" },
    },
  ]);
});

test("[PR5] a pattern must be one of the offers, with an option that creates a rule, or the ask stays open", async () => {
  const { begin, client, rules } = await asking("git status; ls", "ls");
  const { answer, answered } = await begin();
  const refused = [
    await answer(1, "allow_always", { pattern: "git" }),
    await answer(1, "allow_always", { pattern: "*" }),
    await answer(1, "allow_always", { pattern: "git status; ls", match: "prefix" }),
    await answer(1, "allow_always", { match: "exact" }),
    await answer(1, "allow_once", { pattern: "git status; ls" }),
    await answer(1, "reject_once", { match: "exact" }),
  ];
  expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(
    refused.map(() => [400, "pattern_not_offered"]),
  );
  expect([(await client.asks()).length, await rules()]).toEqual([1, []]);
  await answer(1, "allow_always", { pattern: "git status; ls" });
  await answer(2, "allow_always", { pattern: "ls", match: "prefix" });
  await answered();
  expect((await rules()).map(({ match, pattern }) => [match, pattern])).toEqual([
    ["prefix", "ls"],
    ["exact", "git status; ls"],
  ]);
});

test("[PR6] a removed rule no longer applies", async () => {
  const { begin, client, rules } = await asking("make");
  const first = await begin();
  await first.answer(1, "allow_always");
  await first.answered();
  expect(await (await begin()).answered()).toEqual(["rule allow_once"]);
  const [rule] = await rules();
  const at = `/api/permission-rules/${rule?.rule_id}`;
  expect((await client.ask("DELETE", at)).status).toBe(200);
  expect(await rules()).toEqual([]);
  const again = await client.ask<{ error: { code: string } }>("DELETE", at);
  expect([again.status, again.body.error.code]).toEqual([404, "not_found"]);
  const last = await begin();
  await last.answer(1, "reject_once");
  expect(await last.answered()).toEqual(["user reject_once"]);
});

test("[PR6] a session's own rules are deleted with it, and no others", async () => {
  const { begin, client, rules } = await asking("make", "ls");
  const { sessionId, answer, answered } = await begin();
  await answer(1, "allow_session");
  await answer(2, "reject_always");
  await answered();
  expect((await rules()).map(({ scope, session_id }) => [scope, session_id])).toEqual([
    ["always", null],
    ["session", sessionId],
  ]);
  expect((await client.ask("DELETE", `/api/sessions/${sessionId}`)).status).toBe(200);
  expect((await rules()).map(({ effect, pattern, made_in }) => [effect, pattern, made_in])).toEqual([
    ["deny", "ls", sessionId],
  ]);
});

test("[PR7] rules of older versions allow exactly that call and deny a prefix", async () => {
  const store = openMemoryStore();
  const old = { toolName: "Bash", scope: "session", where: "s1" };
  const values = [
    { effect: "allow", pattern: "git", ...old },
    { effect: "deny", pattern: "rm", ...old },
    "no rule",
  ];
  await store.commit({
    documents: values.map((value, index) => ({ kind: "permission_rule", key: `r${index}`, value })),
  });
  const unknown = { sessionId: "s1", projectRoot: null, madeTs: null, madeIn: null, madeBy: null };
  const told = { toolName: "Bash", scope: "session", ...unknown };
  expect(await new PermissionRules(store, () => "new").list()).toEqual([
    { ruleId: "r1", effect: "deny", match: "prefix", pattern: "rm", ...told },
    { ruleId: "r0", effect: "allow", match: "exact", pattern: "git", ...told },
  ]);
});
