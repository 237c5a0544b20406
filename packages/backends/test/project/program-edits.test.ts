import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { acpClaude } from "../conformance/programs/acp-claude.ts";
import { acpCodex } from "../conformance/programs/acp-codex.ts";
import { claude } from "../conformance/programs/claude.ts";
import { codex } from "../conformance/programs/codex.ts";
import { pi } from "../conformance/programs/pi.ts";
import { permission } from "../conformance/support/answers.ts";
import { TestBench } from "../conformance/support/bench.ts";
import type { Answerer } from "../conformance/support/scenario.ts";

/** The real programs in `accept_edits`: each asks for every edit, so that Polylog decides which it accepts. */

const lasting: Answerer = (ask) => {
  if (ask.type !== "permission_request") throw new Error("Unexpected kind of ask");
  const kind = ["allow_always", "allow_project", "allow_session"].find((each) =>
    ask.options.some((option) => option.kind === each),
  );
  return permission(kind as "allow_session")(ask);
};

for (const program of [claude, codex, pi, acpClaude, acpCodex])
  test(`[S33] ${program.name} asks before every edit in accept_edits, even after a lasting answer to another edit`, async () => {
    const bench = await TestBench.open(program, { permissionMode: "accept_edits", asks: true });
    onTestFinished(() => bench.remove());
    mkdirSync(path.join(bench.projectRoot, ".husky"));
    const there = () =>
      [".husky/pre-commit", "plain.txt", "other.txt"].filter((file) =>
        existsSync(path.join(bench.projectRoot, file)),
      );
    await bench.play('[[write .husky/pre-commit "planted"]] [[say Done.]]', permission("reject_once"));
    await bench.play('[[write plain.txt "fine"]] [[say Done.]]', lasting);
    await bench.play('[[write other.txt "planted"]] [[say Done.]]', permission("reject_once"));
    const asked = bench.events().filter(({ type }) => type === "permission_request").length;
    expect({ asked, there: there() }).toEqual({ asked: 3, there: ["plain.txt"] });
  });
