import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { expect, onTestFinished, test } from "vitest";
import { claudeHome } from "../support/claude.ts";
import { linesOf, polylog, serve, until } from "../support/cli.ts";

/** The processes that carry a mark in their environment. */
function processes(mark: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, "utf8").includes(mark);
    } catch {
      return false;
    }
  });
}

test("[A11] an idle Claude Code is stopped, and resumes with its memory", async () => {
  const mark = randomUUID();
  const { model, home, project } = await claudeHome({
    env: { IDLE_MARK: mark },
    config: { idle_minutes: 0.01 },
  });
  onTestFinished(() => model.close());
  const server = await serve(home);
  onTestFinished(async () => void (await server.stop()));
  const json = async (...args: string[]) =>
    linesOf((await polylog([...args, "--home", home, "--json"], { cwd: project })).stdout);

  const [first] = await json("run", "My word is marzipan. [[words 20 50]]");
  const sessionId = String(first?.sessionId);
  await until(() => processes(mark).length === 0);
  const asked = model.requests.length;
  await json("send", sessionId, "[[say Here again.]]");
  await until(async () => {
    const row = (await json("ls")).find(({ session_id }) => session_id === sessionId);
    return model.requests.length > asked && row?.status === "idle";
  });
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain("marzipan");
  await until(() => processes(mark).length === 0);
});
