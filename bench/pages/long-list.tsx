import "@polylog/web/theme/tokens.css";
import "@polylog/web/theme/base.css";
import type { SessionHandle, SessionView } from "@polylog/client";
import {
  type Conversation,
  emptyConversation,
  foldAll,
  type Group,
  groupLane,
  groupsFrom,
  type KnownEvent,
} from "@polylog/core";
import { SubagentLaneContext } from "@polylog/web/cards/blocks/subagent/subagent-lane-context.ts";
import { ConversationList } from "@polylog/web/conversation/list/conversation-list.tsx";
import { Row } from "@polylog/web/conversation/list/row.tsx";
import { SubagentLane } from "@polylog/web/conversation/list/subagent-lane.tsx";
import { SessionContext } from "@polylog/web/data/session/session-context.ts";
import { useLayoutEffect, useReducer, useRef } from "react";
import { createRoot, type Root } from "react-dom/client";
import { Virtualizer } from "virtua";
import { codingSession } from "../workload/coding-session.ts";
import { nextFrame } from "./next-frame.ts";

/** A session in memory, without a server: only drawing is measured. */
class HeldSession {
  readonly sessionId = "bench";
  view: SessionView;
  private readonly listeners = new Set<() => void>();

  constructor(conversation: Conversation) {
    this.view = { state: "live", conversation, error: null };
  }

  get conversation(): Conversation {
    return this.view.conversation;
  }

  take(events: readonly KnownEvent[]): void {
    this.view = { ...this.view, conversation: foldAll(this.view.conversation, events) };
    for (const listener of this.listeners) listener();
  }

  subscribe(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}

let session = new HeldSession(emptyConversation);
let root: Root | null = null;
let redraw = () => {};
/** The bare list needs this flag. The conversation list tracks its own position. */
let isAtEnd = true;
let history: readonly KnownEvent[] = [];
let past = emptyConversation;

/** The lower limit: the same rows in the bare list, which is notified of changes. */
function BareList() {
  const [, tell] = useReducer((times: number) => times + 1, 0);
  const scroller = useRef<HTMLElement>(null);
  const grouping = useRef(groupLane(session.conversation, session.conversation.main));
  redraw = () => {
    grouping.current = groupsFrom(grouping.current, session.conversation, session.conversation.main);
    tell();
  };
  const { settled, live } = grouping.current;
  const rows = settled.length + live.length;
  const rowAt = (index: number) =>
    (index < settled.length ? settled.get(index) : live[index - settled.length]) as Group;
  const toEnd = () => {
    if (isAtEnd && scroller.current !== null) scroller.current.scrollTop = scroller.current.scrollHeight;
  };
  useLayoutEffect(toEnd);
  return (
    <div style={{ height: "100%" }}>
      <section
        ref={scroller}
        aria-label="Conversation"
        style={{ height: "100%", overflowY: "auto", overflowAnchor: "none" }}
      >
        <div style={{ maxWidth: 824, margin: "0 auto", padding: "0 32px" }}>
          <Virtualizer scrollRef={scroller} data={{ length: rows }} bufferSize={240} onResize={toEnd}>
            {(_, index) => <Row key={rowAt(index).key} group={rowAt(index)} />}
          </Virtualizer>
        </div>
      </section>
    </div>
  );
}

function scroller(): HTMLElement {
  return document.querySelector("section[aria-label=Conversation]") as HTMLElement;
}

const contest = {
  /** Returns the number of entries. */
  prepare: (entries: number): number => {
    const sample = codingSession(4_000, 3);
    const each = sample.length / foldAll(emptyConversation, sample).main.entries.length;
    history = codingSession(Math.ceil(each * entries * 1.05), 3);
    past = foldAll(emptyConversation, history);
    return past.main.entries.length;
  },
  /** Clears the page. */
  close: async () => {
    root?.unmount();
    redraw = () => {};
    isAtEnd = true;
    session = new HeldSession(past);
    const place = document.querySelector("#root") as HTMLElement;
    place.style.cssText = "display: flex; flex-direction: column; height: 100vh;";
    root = createRoot(place);
    await nextFrame();
  },
  /** Draws the end of the session. Resolves when it is visible. */
  open: async (name: "polylog" | "virtua") => {
    root?.render(
      <SessionContext value={session as unknown as SessionHandle}>
        <SubagentLaneContext value={SubagentLane}>
          {name === "polylog" ? <ConversationList target={null} /> : <BareList />}
        </SubagentLaneContext>
      </SessionContext>,
    );
    for (let frame = 0; frame < 4; frame++) await nextFrame();
  },
  /** Streams an answer at one token per frame. */
  stream: async (tokens: number) => {
    const { seq, ts, ...last } = history.at(-1) as KnownEvent & { agentId?: string };
    const envelope = { ...last, agentId: "claude", runId: "bench-run" };
    const told = (n: number, event: object) =>
      ({
        id: `bench-${n}`,
        sessionId: last.sessionId,
        rev: last.rev,
        seq: seq + n,
        ts: ts + n,
        ...event,
      }) as unknown as KnownEvent;
    const { agentId, runId } = envelope;
    session.take([told(1, { type: "run_started", agentId, runId, trigger: "message" })]);
    redraw();
    await nextFrame();
    for (let at = 0; at < tokens; at++) {
      const delta = at % 40 === 39 ? "done.\n\n" : "word ";
      session.take([
        told(at + 2, {
          type: "text_delta",
          agentId,
          runId,
          responseId: "bench-answer",
          offset: at * 5 + 2 * Math.floor(at / 40),
          delta,
        }),
      ]);
      redraw();
      await nextFrame();
    }
  },
  /** Leaves the end of the list, as a reader does with the mouse wheel. */
  leaveEnd: () => {
    isAtEnd = false;
    scroller().dispatchEvent(new WheelEvent("wheel", { deltaY: -1 }));
  },
  /** Scrolls up by the given pixels in one frame. Returns the number of elements after it. */
  scrollUp: async (pixels: number) => {
    scroller().scrollTop -= pixels;
    await nextFrame();
    return scroller().querySelectorAll("*").length;
  },
  /** The text of the last rows. */
  shown: () =>
    [...document.querySelectorAll("#root article[data-key]")].slice(-5).map(({ textContent }) => textContent),
};

export type LongListContest = typeof contest;

Object.assign(window, { contest });
