import { appendFileSync } from "node:fs";
import path from "node:path";
import { type AskAnswer, defined, type EventBody } from "@polylog/core";
import type { RunContext } from "./run-context.ts";
import { RunStop } from "./run-stop.ts";
import type { ScriptRun } from "./script-run.ts";
import type { Ask, Emit, Own, Pace, Step, Steps, Tool } from "./steps.ts";

/** Performs each step of a script. */

const defaultChunk = 16;

export async function performSteps(run: ScriptRun, context: RunContext, steps: Steps): Promise<void> {
  for (const step of steps) {
    run.check();
    await perform(run, context, step);
    await run.saySteered();
  }
}

async function perform(run: ScriptRun, context: RunContext, step: Step): Promise<void> {
  const { host } = run;
  if ("emit" in step) return emitAsGiven(run, context, step.emit);
  if ("wait" in step) return run.wait(step.wait);
  if ("text" in step) return sayText(run, context, step.text, step);
  if ("echo" in step) return sayText(run, context, context.prompt, {});
  if ("thinking" in step) return think(run, context, step.thinking, step);
  if ("tool" in step) return useTool(run, context, step.tool);
  if ("own" in step) return useOwn(run, context, step.own);
  if ("ask" in step) {
    const isAllowed = allows(await ask(run, context, step.ask));
    return performSteps(run, context, (isAllowed ? step.onAllow : step.onDeny) ?? []);
  }
  if ("usage" in step) return run.emit(context.use(step.usage));
  if ("fail" in step) throw new RunStop({ outcome: "failed", error: step.fail });
  if ("exit" in step) {
    host.die(step.exit);
    return new Promise(() => undefined);
  }
  if ("hang" in step) return run.hang();
  if ("subagent" in step) return delegate(run, context, step.subagent);
  if ("receipt" in step) return writeReceipt(path.resolve(host.projectRoot, step.receipt), context.prompt);
  if ("raw" in step) return writeRaw(run, step.raw, step.times);
  return host.complain(step.stderr);
}

/** A script may end its run itself. Then its remaining steps are skipped. */
async function emitAsGiven(run: ScriptRun, context: RunContext, body: Emit): Promise<void> {
  const event = { ...context.runRef, ...body } as unknown as EventBody;
  if (event.type === "run_ended" && event.runId === context.runId) {
    throw new RunStop({
      outcome: event.outcome,
      ...defined({ error: event.error }),
    });
  }
  await run.emit(event);
}

export async function sayText(run: ScriptRun, context: RunContext, text: string, pace: Pace): Promise<void> {
  const block = { responseId: context.next("response"), ...context.runRef };
  await inPieces(run, text, pace, (delta, offset) =>
    run.emit({ type: "text_delta", delta, offset, ...block }),
  );
  context.said(text.length);
  await run.emit({ type: "text_done", text, ...block });
}

async function think(run: ScriptRun, context: RunContext, text: string, pace: Pace): Promise<void> {
  const block = { responseId: context.next("response"), ...context.runRef };
  await run.emit({ type: "thinking_start", ...block });
  await inPieces(run, text, pace, (delta, offset) =>
    run.emit({ type: "thinking_delta", delta, offset, ...block }),
  );
  await run.emit({ type: "thinking_done", text, ...block });
}

/** Splits a text between characters, never inside one. */
async function inPieces(
  run: ScriptRun,
  text: string,
  { chunk = defaultChunk, everyMs = 0 }: Pace,
  send: (delta: string, offset: number) => Promise<void>,
): Promise<void> {
  const characters = [...text];
  let offset = 0;
  for (let at = 0; at < characters.length; at += chunk) {
    if (at > 0 && everyMs > 0) await run.pause(everyMs);
    const delta = characters.slice(at, at + chunk).join("");
    await send(delta, offset);
    offset += delta.length;
  }
}

async function useTool(run: ScriptRun, context: RunContext, tool: Tool): Promise<void> {
  const call = { callId: context.next("call"), toolName: tool.name, ...context.runRef };
  const { input, kind, title, output = [], everyMs = 0, result, error, exitCode } = tool;
  await run.emit({ type: "tool_call_start", ...call, input, kind, title });
  let offset = 0;
  for (const delta of [output].flat()) {
    if (everyMs > 0) await run.pause(everyMs);
    await run.emit({ type: "tool_output_delta", ...call, delta, offset });
    offset += delta.length;
  }
  if (everyMs > 0) await run.pause(everyMs);
  const outcome = error === undefined ? { ok: true, result } : { ok: false, error };
  await run.emit({ type: "tool_result", ...call, ...outcome, exitCode });
}

async function useOwn(run: ScriptRun, context: RunContext, { name, input }: Own): Promise<void> {
  const { own } = run.host;
  if (own === undefined) throw new Error("Polylog tools are not available here.");
  const call = { callId: context.next("call"), toolName: name, ...context.runRef };
  await run.emit({ type: "tool_call_start", ...call, input });
  const { runId } = context;
  const { callId } = call;
  const { text, isError, error } = await own({ runId, callId, name, input, signal: run.stopped });
  const outcome = isError
    ? { ok: false, error: error ?? { code: "tool_error", message: text } }
    : { ok: true, result: text };
  await run.emit({ type: "tool_result", ...call, ...outcome });
}

const usualOptions = [
  { optionId: "allow", name: "Allow", kind: "allow_once" as const },
  { optionId: "allow-session", name: "Allow for this session", kind: "allow_session" as const },
  { optionId: "reject", name: "Reject", kind: "reject_once" as const },
];

function ask(run: ScriptRun, context: RunContext, { permission, question, plan }: Ask): Promise<AskAnswer> {
  const askId = context.next("ask");
  const { runRef } = context;
  if (permission !== undefined) {
    const { options = usualOptions, ...rest } = permission;
    return run.ask(askId, { type: "permission_request", requestId: askId, options, ...rest, ...runRef });
  }
  if (plan !== undefined) {
    return run.ask(askId, { type: "plan_update", planId: askId, awaitsApproval: true, ...plan, ...runRef });
  }
  const questions = question === undefined ? [] : [question].flat();
  return run.ask(askId, { type: "ask_user", questionId: askId, questions, ...runRef });
}

function allows(answer: AskAnswer): boolean {
  switch (answer.kind) {
    case "permission":
      return answer.option?.kind.startsWith("allow") ?? false;
    case "question":
      return answer.answers !== null;
    case "plan":
      return answer.decision === "approve" || answer.decision === "edit";
  }
}

type Delegation = Extract<Step, { subagent: unknown }>["subagent"];

async function delegate(
  run: ScriptRun,
  context: RunContext,
  { task, steps, result }: Delegation,
): Promise<void> {
  const call = { callId: context.next("call"), toolName: "Task", ...context.runRef };
  const child = context.below(context.next("run"), task);
  const { runId: childRunId } = child;
  await run.emit({ type: "tool_call_start", ...call, input: { task } });
  await run.emit({ type: "subagent_spawned", childRunId, callId: call.callId, task, ...context.runRef });
  await run.emit({
    type: "run_started",
    parentRunId: context.runId,
    parentCallId: call.callId,
    task,
    trigger: "subagent",
    ...child.runRef,
  });
  const ending = await run.outcome(child, steps);
  // A cancel ends the parent, and the parent's end ends the child.
  await run.emit({ type: "run_ended", ...ending, usage: child.usage(), ...child.runRef });
  await run.emit({ type: "subagent_result", childRunId, ...ending, result, ...context.runRef });
  const { error } = ending;
  const outcome = error === undefined ? { ok: true, result: result ?? "" } : { ok: false, error };
  await run.emit({ type: "tool_result", ...call, ...outcome });
}

async function writeRaw(run: ScriptRun, raw: string, times = 1): Promise<void> {
  for (let written = 0; written < times; written++) {
    run.check();
    await run.host.write(raw);
  }
}

/** Writes each prompt on a single line. */
function writeReceipt(file: string, prompt: string): void {
  appendFileSync(file, `${prompt.replaceAll("\n", "\\n")}\n`);
}
