import { expect, test } from "vitest";
import { outcomeOf } from "../../src/claude/translate/tool-outcome.ts";

const rejected =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, " +
  "the new_string was NOT written to the file). STOP what you are doing and wait for the user to tell you how to proceed.";
const denied = (message: string) => ({ ok: false, error: { code: "permission_denied", message } });
const stopped = { ok: false, error: { code: "tool_interrupted", message: "Stopped before it finished." } };

function outcome(content: string, line: object = {}, denial: string | null = null, isError = true) {
  return outcomeOf({ callId: "c1", denial, result: { content, is_error: isError }, line: { ...line } });
}

test("[CL17] a denied or stopped call has no output, because the program's text is for the model", () => {
  const meta = (value: object) => ({ tool_result_meta: [{ id: "c1", ...value }] });
  expect([
    outcome("Not now", {}, "Not now"),
    outcome("Not now", meta({ permission_decision: { decision: "reject" } })),
    outcome(rejected, { tool_use_result: "User rejected tool use" }),
    outcome(rejected, meta({ non_execution_kind: "user-rejected" })),
    outcome(`${rejected.split(" STOP")[0]} To tell you how to proceed, the user said:\nUse make\n`),
    outcome("[Request interrupted by user for tool use]"),
  ]).toEqual([denied("Not now"), denied("Not now"), stopped, stopped, denied("Use make"), stopped]);
});

test("[CL17] a successful call's text for the model alone is left out", () => {
  const ok = (content: string, known: object) => outcome(content, { tool_use_result: known }, null, false);
  expect([
    ok("(Bash completed with no output)", { stdout: "", stderr: "" }),
    ok("Async agent launched successfully. (This tool result is internal metadata)", { isAsync: true }),
    ok("[Subagent hand-back] …", {
      status: "completed",
      agentId: "a1",
      harnessNoteCount: 1,
      harnessTailCount: 1,
      content: ["<tools-used>", "It is ", "fine.", "<usage>"].map((text) => ({ type: "text", text })),
    }),
    ok("Updated. (file state is current in your context — no need to Read it back)", {}),
  ]).toEqual([
    { ok: true, result: "" },
    { ok: true },
    { ok: true, result: "It is \nfine." },
    { ok: true, result: "Updated." },
  ]);
});

test("[CL18] an edit reports the location of each part, and a fetch its status and size", () => {
  const structuredPatch = [
    { oldStart: 7, oldLines: 2, newStart: 7, newLines: 2, lines: [" a", "-b", "+c"] },
    { oldStart: 40, oldLines: 0, newStart: 40, newLines: 1, lines: ["+d", "\\ No newline at end of file"] },
  ];
  const part = { type: "diff", path: "/p/a.ts" };
  expect([
    outcome("Updated.", { tool_use_result: { filePath: "/p/a.ts", structuredPatch } }, null, false),
    outcome("A page.", { tool_use_result: { bytes: 3456, code: 404, codeText: "Not Found" } }, null, false),
  ]).toEqual([
    {
      ok: true,
      result: "Updated.",
      content: [
        { ...part, oldText: "a\nb\n", newText: "a\nc\n", oldLine: 7, newLine: 7 },
        { ...part, oldText: "", newText: "d\n", oldLine: 40, newLine: 40 },
      ],
    },
    { ok: true, result: "HTTP 404 Not Found, 3456 bytes\nA page." },
  ]);
});
