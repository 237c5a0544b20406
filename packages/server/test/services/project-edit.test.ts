import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { checkEvent, emptyConversation, fold } from "@polylog/core";
import { expect, onTestFinished, test } from "vitest";
import { editedFiles } from "../../src/permissions/edited-files.ts";
import { isProjectEdit } from "../../src/permissions/project-edit.ts";
import { PlayedAgent } from "../reliability/support/played-agent.ts";
import { isEndOf, openPlayed, watch } from "../reliability/support/played-session.ts";
import { owner } from "../support/owner.ts";

function folders() {
  const folder = mkdtempSync(path.join(os.tmpdir(), "polylog-edit-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [project, outside] = [path.join(folder, "project"), path.join(folder, "outside")];
  for (const each of [project, outside, path.join(project, "src"), path.join(project, ".git")])
    mkdirSync(each);
  symlinkSync(outside, path.join(project, "link"));
  return { project, outside };
}

const asked = (toolName: string, input: unknown) => ({ toolName, input, runId: "r", callId: "c" });

test("[PR8] an edit is the project's own if its files are really in the project", async () => {
  const { project, outside } = folders();
  const own = (input: unknown, tool = "Edit") =>
    isProjectEdit(project, asked(tool, input), emptyConversation);
  const inside = [
    { file_path: path.join(project, "a.ts") },
    { path: "src/new/b.ts" },
    { changes: [{ path: "src/a.ts" }, { path: "b.ts", kind: { type: "update", move_path: "c.ts" } }] },
    { changes: { "src/a.ts": { type: "add" } } },
    { input: "*** Begin Patch\n*** Update File: src/a.ts\n*** Move to: src/b.ts\n*** End Patch" },
  ];
  for (const input of inside) expect([input, await own(input)]).toEqual([input, true]);
  const elsewhere = [
    { file_path: path.join(outside, "a.ts") },
    { path: "../outside/a.ts" },
    { path: "link/a.ts" },
    { path: ".git/hooks/pre-commit" },
    { path: "src/.git/config" },
    { path: ".claude/settings.json" },
    { path: ".mcp.json" },
    { path: "a.ts", file_path: "/etc/passwd" },
    { changes: [{ path: "src/a.ts" }, { path: "/etc/passwd" }] },
    { changes: [{ path: "src/a.ts", kind: { type: "update", move_path: "/etc/passwd" } }] },
    { input: "*** Begin Patch\n*** Add File: /etc/passwd\n*** End Patch" },
    { path: 5 },
    { grantRoot: "/" },
    {},
    null,
  ];
  for (const input of elsewhere) expect([input, await own(input)]).toEqual([input, false]);
  expect(await own({ file_path: "a.ts" }, "Bash")).toBe(false);
  expect(
    await isProjectEdit(path.join(project, "none"), asked("Edit", { path: "a.ts" }), emptyConversation),
  ).toBe(false);
});

test("[PR8] if an ask does not name the files, its call does", async () => {
  const { project } = folders();
  const about = { id: "e", sessionId: "s", rev: 1, ts: 1, runId: "r", agentId: "a" };
  const withCall = (file: string) => {
    const bodies = [
      { type: "run_started", trigger: "message" },
      { type: "tool_call_start", callId: "c", toolName: "apply_patch", input: { changes: [{ path: file }] } },
    ];
    return bodies.reduce((conversation, body, index) => {
      const checked = checkEvent({ ...about, seq: index + 1, ...body });
      if (!checked.ok) throw new Error(checked.error.reason);
      return fold(conversation, checked.event);
    }, emptyConversation);
  };
  expect(await isProjectEdit(project, asked("apply_patch", {}), withCall("src/a.ts"))).toBe(true);
  expect(await isProjectEdit(project, asked("apply_patch", {}), withCall("/etc/passwd"))).toBe(false);
  expect(editedFiles({ path: "a", changes: [{ path: "b" }] })).toEqual(["a", "b"]);
});

test("[PR8] [S24] in accept_edits mode, an edit outside the project is asked", async () => {
  const agent = new PlayedAgent();
  const pieces = await openPlayed(async () => agent.connection());
  const { services, folder: projectRoot } = pieces;
  const { sessionId } = await services.sessions.create({ projectRoot }, owner);
  await services.sessions.change(sessionId, { modeId: "accept_edits" }, owner);
  const { runId = "" } = await services.messages.send({ projectRoot, sessionId, text: "go" }, owner);
  const { events, when } = watch(pieces, sessionId);
  await agent.whenPrompted(1);
  const ask = (requestId: string, file: string) =>
    agent.say({
      ...{ type: "permission_request", requestId, toolName: "Write", input: { file_path: file } },
      options: [{ optionId: "y", name: "Allow", kind: "allow_once" }],
      ...{ runId, agentId: "agent" },
    });
  ask("outside", "/etc/cron.d/x");
  ask("inside", path.join(projectRoot, "a.txt"));
  await when((event) => event.type === "permission_response" && event.requestId === "inside");
  const answered = events.flatMap((event) => (event.type === "permission_response" ? [event.requestId] : []));
  expect(answered).toEqual(["inside"]);
  agent.end(runId);
  await when(isEndOf(runId));
});
