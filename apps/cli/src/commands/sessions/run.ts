import { type Conversation, type Entry, findRun, type Group, laneAt } from "@polylog/core";
import { CliError } from "../../cli-error.ts";
import type { Context } from "../../context.ts";
import { exitCodes } from "../../exit-codes.ts";
import { readConversation, readSessions } from "../../home/session-reader.ts";
import type { Output } from "../../output.ts";
import type { TargetOptions } from "../../run/choose-target.ts";
import { type EndedRun, FollowedRun } from "../../run/follow-run.ts";
import { readStdin } from "../../run/read-stdin.ts";
import { type SentPrompt, sendPrompt } from "../../run/send-prompt.ts";
import { TerminalPrompt } from "../../run/terminal-prompt.ts";
import { TextStream } from "../../run/text-stream.ts";
import { closeTemporaryServer } from "../../server/connect-or-start.ts";
import { EventPrinter } from "../../show/event-printer.ts";
import { LogPrinter } from "../../show/log-printer.ts";
import { onStopSignal } from "../../stop-signals.ts";

export interface RunOptions extends TargetOptions {
  readonly yolo?: true;
  /** Seconds. */
  readonly timeout?: number;
}

export async function run(
  context: Context,
  prompt: string | undefined,
  options: RunOptions,
): Promise<number> {
  const given = await readStdin((text) => context.output.remark(text));
  const text = [prompt ?? "", given].filter((part) => part.trim() !== "").join("\n\n");
  if (text === "")
    throw new CliError("usage", 'The prompt is missing. See "polylog run --help".', exitCodes.usage);
  const sent = await sendPrompt(context, text, options);
  const { client, own, leave } = sent;
  let exitCode: number = exitCodes.error;
  try {
    exitCode = await stayWith(sent, context, options);
    return exitCode;
  } finally {
    client.close();
    leave();
    if (own !== null && exitCode === exitCodes.interrupted) await own.close();
    else if (own !== null) await closeTemporaryServer(own, context);
  }
}

async function stayWith(
  { client, answer }: SentPrompt,
  context: Context,
  options: RunOptions,
): Promise<number> {
  const { output } = context;
  const { yolo = false, timeout } = options;
  const { sessionId, runId = "" } = answer;
  const isWatched = process.stderr.isTTY && !output.json;
  // A terminal shows the text as it streams. A pipe receives only the answer, which is known at the end.
  const stream = isWatched && process.stdout.isTTY ? new TextStream((text) => output.text(text)) : null;
  const remark = (text: string) => {
    stream?.endLine();
    output.remark(text);
  };
  const printer = new LogPrinter(remark, (group) => stream !== null && isKnown(group, runId));
  const person = isWatched && process.stdin.isTTY ? new TerminalPrompt(process.stdin, process.stderr) : null;
  const handle = client.session(sessionId);
  const events = new EventPrinter(client, handle, (line) => output.jsonLines(`${line}\n`));
  const followed = new FollowedRun({
    ...{ client, handle, runId, yolo, person },
    remark,
    readAgain: () => readSessions(context, (reader) => readConversation(reader, sessionId)),
    onChange: (conversation) => {
      stream?.show(conversation, runId);
      if (isWatched) printer.showNew(conversation);
      // `showRest` prints events that could not be printed now.
      if (output.json) void events.showNew().catch(() => undefined);
    },
  });
  let cutShort: number | null = null;
  const cut = (exitCode: number, why: string) => {
    cutShort ??= exitCode;
    followed.cancel(why);
  };
  const stopListening = onStopSignal(() => cut(exitCodes.interrupted, "The run was interrupted."));
  const late = () => cut(exitCodes.timeout, `The run took longer than ${timeout} s and was cancelled.`);
  const timer = timeout === undefined ? undefined : setTimeout(late, timeout * 1000);
  try {
    const ended = await followed.ended;
    if (output.json) await showRest(context, events, ended.conversation);
    stream?.endLine();
    printEnd(ended, sessionId, output, stream !== null);
    return cutShort ?? (ended.run.outcome === "completed" ? exitCodes.done : exitCodes.error);
  } finally {
    clearTimeout(timer);
    stopListening();
    person?.close();
  }
}

/** Prints the remaining events, even if the server is gone. */
async function showRest(
  context: Context,
  events: EventPrinter,
  { sessionId, seq }: Conversation,
): Promise<void> {
  // Events that the server can no longer send are read from the log below.
  await events.showNew().catch(() => undefined);
  if (events.last >= seq || sessionId === null) return;
  await readSessions(context, async (reader) => {
    for await (const line of reader.lines(sessionId)) {
      if ((JSON.parse(line) as { seq: number }).seq > events.last) context.output.jsonLines(`${line}\n`);
    }
  });
}

/** Entries that the stream already shows, and the prompt that the user just typed. */
function isKnown(group: Group, runId: string): boolean {
  if (group.kind !== "entry" || group.entry.kind !== "message") return false;
  const { entry } = group;
  return entry.role === "assistant" || (entry.runId === runId && !entry.steered);
}

function printEnd(
  { run: ended, conversation, gaveUp }: EndedRun,
  sessionId: string,
  output: Output,
  isTold: boolean,
): void {
  const { runId, outcome, error } = ended;
  const answer = output.json || isTold ? "" : finalAnswer(conversation, runId);
  const reason = gaveUp ?? error?.message ?? null;
  if (answer !== "") output.text(answer.endsWith("\n") ? answer : `${answer}\n`);
  if (outcome === "completed") return;
  output.remark(`${reason ?? `The run was ${outcome}.`} "polylog logs ${sessionId}" shows what happened.`);
}

/** A run's answer: its text after the last tool call or, without one, its last text before it. */
function finalAnswer(conversation: Conversation, runId: string): string {
  const run = findRun(conversation, runId);
  if (run === undefined) return "";
  let words: string[] = [];
  let isOver = false;
  for (const entry of laneAt(conversation, run.lane).entries) {
    if (entry.runId !== runId) continue;
    if (entry.kind === "tool_call") isOver = true;
    if (!isSpeech(entry)) continue;
    words = isOver ? [entry.body.toString()] : [...words, entry.body.toString()];
    isOver = false;
  }
  return words.join("\n\n");
}

type Speech = Extract<Entry, { readonly kind: "message"; readonly role: "assistant" }>;

function isSpeech(entry: Entry): entry is Speech {
  return entry.kind === "message" && entry.role === "assistant" && entry.body.length > 0;
}
