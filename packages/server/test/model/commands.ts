import fc from "fast-check";
import { owner } from "../support/owner.ts";
import type { ModelMessage, ModelSession } from "./model.ts";
import { activeRun, end, goOn, kinds, type Model, post, setQueue, stop } from "./model.ts";
import type { Real } from "./real.ts";

type Command = fc.AsyncCommand<Model, Real>;

/** Performs the same action on both sides, then waits until they match. */
function command(
  name: string,
  act: (model: Model, real: Real) => Promise<void>,
  check: (model: Readonly<Model>) => boolean = () => true,
): Command {
  return {
    check,
    run: async (model, real) => {
      await act(model, real);
      await real.settle(model);
    },
    toString: () => name,
  };
}

const session = fc.nat(1);
const sessionOf = (model: Readonly<Model>, at: number) => model.sessions[at] as ModelSession;

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return "ok";
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
}

function equal(name: string, actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) !== JSON.stringify(expected)) {
    throw new Error(`${name}: ${JSON.stringify(actual)} is not ${JSON.stringify(expected)}`);
  }
}

function send(real: Real, at: number, { text, clientMessageId }: ModelMessage, steers: boolean) {
  const sessionId = real.sessionIds[at] as string;
  const input = { projectRoot: real.folder, sessionId, text, clientMessageId };
  const delivery = steers ? undefined : "queue";
  return real.pieces.services.messages.send({ ...input, delivery }, owner);
}

const posts = fc.tuple(session, fc.constantFrom(...kinds), fc.boolean()).map(([at, kind, steers]) =>
  command(`post ${kind} to ${at}${steers ? ", steering" : ""}`, async (model, real) => {
    const id = ++model.count;
    const message = { text: `${kind} ${id}`, clientMessageId: `${at}-${steers}-${id}` };
    const how = post(sessionOf(model, at), message, steers);
    model.taken.push({ session: at, message });
    const answer = await send(real, at, message, steers);
    equal("queued", answer.queued, how === "queue");
    real.answers.set(message.clientMessageId, answer);
  }),
);

const postsAgain = fc.nat().map((pick) =>
  command(
    "post again",
    async (model, real) => {
      const { session: at, message } = model.taken[pick % model.taken.length] as Model["taken"][number];
      const steers = message.clientMessageId.includes("true");
      const answers = await Promise.all([1, 2, 3].map(() => send(real, at, message, steers)));
      const first = real.answers.get(message.clientMessageId);
      equal("answers", answers, [first, first, first]);
      const other = send(real, at, { ...message, text: "echo another" }, steers);
      equal("another body", await codeOf(other), "client_message_conflict");
    },
    ({ taken }) => taken.length > 0,
  ),
);

const answers = fc.tuple(session, fc.nat(), fc.boolean()).map(([at, pick, allows]) =>
  command(
    `answer ${allows ? "yes" : "no"} in ${at}`,
    async (model, real) => {
      const { asks } = sessionOf(model, at);
      const which = pick % asks.length;
      const before = asks[which];
      if (before === "pending") end(sessionOf(model, at), "completed");
      const { conversation } = await real.pieces.log.session(real.sessionIds[at] as string);
      const askId = [...conversation.asks].map(([id]) => id).sort()[which] as string;
      const option = allows ? "allow" : "reject";
      const racing = [1, 2].map(() =>
        codeOf(real.pieces.services.asks.answerPermission({ requestId: askId, optionId: option }, owner)),
      );
      const late = before === "over" ? "ask_expired" : "ask_answered";
      equal("answers", await Promise.all(racing), [before === "pending" ? "ok" : late, late]);
      equal(
        "unknown",
        await codeOf(real.pieces.services.asks.answerPermission({ requestId: "x", optionId: option }, owner)),
        "ask_not_found",
      );
    },
    (model) => sessionOf(model, at).asks.length > 0,
  ),
);

const cancels = fc.tuple(session, fc.nat()).map(([at, pick]) =>
  command(
    `cancel in ${at}`,
    async (model, real) => {
      const one = sessionOf(model, at);
      const which = pick % (one.runs.length + 1) === 0 ? one.runs.length - 1 : pick % one.runs.length;
      const isActive = one.runs[which]?.outcome === null;
      const { conversation } = await real.pieces.log.session(real.sessionIds[at] as string);
      const runId = conversation.runs.get(which)?.runId as string;
      if (isActive) stop(one);
      await Promise.all(Array.from({ length: 3 }, () => real.pieces.services.runs.cancel(runId)));
    },
    (model) => sessionOf(model, at).runs.length > 0,
  ),
);

const crashes = fc.constant(
  command("crash", async (model, real) => {
    for (const one of model.sessions) {
      if (activeRun(one) === null) goOn(one);
      else end(one, "interrupted");
    }
    await real.crash();
  }),
);

/** An action on a queued message. */
function onItem(
  name: string,
  act: (one: ModelSession, which: number, model: Model) => void,
  perform: (real: Real, sessionId: string, itemId: string, model: Model) => Promise<void>,
) {
  return fc.tuple(session, fc.nat()).map(([at, pick]) =>
    command(
      `${name} in ${at}`,
      async (model, real) => {
        const one = sessionOf(model, at);
        const which = pick % one.queue.length;
        const sessionId = real.sessionIds[at] as string;
        const items = await real.pieces.services.queues.entries(sessionId);
        model.count++;
        act(one, which, model);
        await perform(real, sessionId, items[which]?.itemId as string, model);
      },
      (model) => sessionOf(model, at).queue.length > 0,
    ),
  );
}

const edits = onItem(
  "edit",
  ({ queue }, which, model) => {
    queue[which] = { ...(queue[which] as ModelMessage), text: `echo ${model.count}, edited` };
  },
  ({ pieces }, sessionId, itemId, { count }) =>
    pieces.services.queues.changeItem(sessionId, itemId, { text: `echo ${count}, edited` }, owner),
);

const removals = onItem(
  "remove",
  (one, which) => setQueue(one, one.queue.toSpliced(which, 1)),
  ({ pieces }, sessionId, itemId) => pieces.services.queues.remove(sessionId, itemId, owner),
);

const moves = onItem(
  "move to the front",
  (one, which) => {
    const [item] = one.queue.splice(which, 1);
    one.queue.unshift(item as ModelMessage);
  },
  ({ pieces }, sessionId, itemId) =>
    pieces.services.queues.changeItem(sessionId, itemId, { position: 0 }, owner),
);

const interruptions = onItem(
  "send at once",
  (one, which) => {
    const [item] = one.queue.splice(which, 1);
    one.queue.unshift(item as ModelMessage);
    one.isPaused = false;
    if (activeRun(one) === null) goOn(one);
    else end(one, "cancelled");
  },
  ({ pieces }, sessionId, itemId) =>
    pieces.services.queues.changeItem(sessionId, itemId, { send: "interrupt" }, owner),
);

const resumptions = session.map((at) =>
  command(`resume ${at}`, async (model, real) => {
    const one = sessionOf(model, at);
    if (one.isPaused) {
      one.isPaused = false;
      goOn(one);
    }
    await real.pieces.services.queues.resume(real.sessionIds[at] as string);
  }),
);

const clearings = session.map((at) =>
  command(`clear ${at}`, async (model, real) => {
    setQueue(sessionOf(model, at), []);
    await real.pieces.services.queues.remove(real.sessionIds[at] as string, undefined, owner);
  }),
);

const reconnections = session.map((at) => command(`reconnect ${at}`, async (_, real) => real.watch(at)));

const slowness = fc.tuple(session, fc.boolean()).map(([at, isSlow]) =>
  command(`${isSlow ? "slow" : "quick"} client of ${at}`, async (_, real) => {
    const watcher = real.watchers[at];
    if (watcher === undefined) return;
    watcher.isSlow = isSlow;
    watcher.listening?.ready();
  }),
);

export const commands = fc.commands(
  [
    ...[posts, posts, posts, posts],
    ...[postsAgain, answers, answers, cancels, cancels, crashes],
    ...[edits, removals, moves, interruptions, resumptions, clearings, reconnections, slowness],
  ],
  { maxCommands: 30, size: "max" },
);
