import type { Context } from "../context.ts";
import { exitCodes } from "../exit-codes.ts";
import { readConversation, readSessions } from "../home/session-reader.ts";
import type { Output } from "../output.ts";
import { answerOf } from "../run/answer-of.ts";
import { type EndedRun, FollowedRun } from "../run/follow-run.ts";
import { closeOwn, type Sent, sendPrompt } from "../run/send-prompt.ts";
import { LogPrinter } from "../show/log-printer.ts";
import { onStopSignal } from "../stop-signals.ts";

interface RunOptions {
  readonly agent?: string;
  readonly yolo?: true;
  /** In seconds. */
  readonly timeout?: number;
}

export async function run(context: Context, prompt: string, options: RunOptions): Promise<number> {
  const sent = await sendPrompt(context, prompt, options.agent);
  const { client, own, leave } = sent;
  let exitCode: number = exitCodes.error;
  try {
    exitCode = await stayWith(sent, context, options);
    return exitCode;
  } finally {
    client.close();
    leave();
    if (own !== null && exitCode === exitCodes.interrupted) await own.close();
    else if (own !== null) await closeOwn(own, context);
  }
}

async function stayWith({ client, answer }: Sent, context: Context, options: RunOptions): Promise<number> {
  const { output } = context;
  const { yolo = false, timeout } = options;
  const { sessionId, runId = "" } = answer;
  const printer = new LogPrinter((line) => output.remark(line));
  const isWatched = process.stderr.isTTY && !output.json;
  const followed = new FollowedRun({
    ...{ client, sessionId, runId, yolo },
    readAgain: () => readSessions(context, (reader) => readConversation(reader, sessionId)),
    onChange: (conversation) => (isWatched ? printer.showNew(conversation) : undefined),
  });
  let cutShort: number | null = null;
  const cut = (exitCode: number, why: string) => {
    cutShort ??= exitCode;
    followed.cancel(why);
  };
  const letGo = onStopSignal(() => cut(exitCodes.interrupted, "It was interrupted."));
  const late = () => cut(exitCodes.timeout, `It took longer than ${timeout} s and was cancelled.`);
  const timer = timeout === undefined ? undefined : setTimeout(late, timeout * 1000);
  try {
    const ended = await followed.ended;
    tell(ended, sessionId, output);
    return cutShort ?? (ended.run.outcome === "completed" ? exitCodes.done : exitCodes.error);
  } finally {
    clearTimeout(timer);
    letGo();
  }
}

function tell({ run: ended, conversation, gaveUp }: EndedRun, sessionId: string, output: Output): void {
  const { runId, outcome, error } = ended;
  const answer = answerOf(conversation, runId);
  const reason = gaveUp ?? error?.message ?? null;
  if (output.json) {
    output.value({ session_id: sessionId, run_id: runId, outcome, answer, reason });
    return;
  }
  if (answer !== "") output.text(answer.endsWith("\n") ? answer : `${answer}\n`);
  if (outcome === "completed") return;
  output.remark(`${reason ?? `The run was ${outcome}.`} "polylog logs ${sessionId}" shows what happened.`);
}
