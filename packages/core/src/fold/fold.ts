import { findRunOf, runOf } from "../conversation/children.ts";
import type { Conversation, Draft, Run } from "../conversation/conversation.ts";
import {
  continuedText,
  continueText,
  continueTextInPlace,
  openDraft,
  storeGrownText,
} from "../conversation/draft.ts";
import { report } from "../conversation/fault.ts";
import { definitionOf, type PolylogEvent } from "../events/all-events.ts";
import type { EventDefinition } from "../events/define.ts";
import type { Envelope } from "../events/envelope.ts";
import { foldLate, foldOpaque, type OpaqueEvent } from "../events/other.ts";

/**
 * Applies one event. The same code runs on the server and on every screen, live and on replay. The cost does not depend on the
 * length of the conversation or of a message in it.
 */
export function fold(conversation: Conversation, event: PolylogEvent): Conversation {
  const text = continuedText(conversation, event);
  if (text !== null) return continueText(conversation, event.seq, text);
  if (isRepeat(conversation, event)) return conversation;
  const draft = openDraft(conversation);
  apply(draft, event);
  return draft;
}

/** Applies many events, with the same result as one by one. */
export function foldAll(conversation: Conversation, events: Iterable<PolylogEvent>): Conversation {
  const draft = openDraft(conversation);
  let changed = false;
  for (const event of events) {
    const text = continuedText(draft, event);
    if (text !== null) continueTextInPlace(draft, event.seq, text);
    else if (isRepeat(draft, event)) continue;
    else apply(draft, event);
    changed = true;
  }
  return changed ? draft : conversation;
}

/** An event that the conversation already has. */
function isRepeat(conversation: Conversation, event: Envelope): boolean {
  return (
    event.seq <= conversation.seq &&
    event.rev <= conversation.rev &&
    event.sessionId === conversation.sessionId
  );
}

/** Events of the session itself have no run. */
const noRun = undefined as unknown as Run;

/** The run of a subagent that is identified only by its call. */
function findCallRun(draft: Draft, event: PolylogEvent): Run | undefined {
  return event.parentCallId === undefined ? undefined : findRunOf(draft, event);
}

/** The event with its resolved run id. */
function ofRun(event: PolylogEvent, run: Run | undefined): PolylogEvent {
  if (run === undefined || run.runId === event.runId) return event;
  return { ...event, runId: run.runId, parentCallId: undefined };
}

type Step = EventDefinition<string, PolylogEvent>;

function apply(draft: Draft, event: PolylogEvent): void {
  storeGrownText(draft);
  const { sessionId, seq, rev } = event;
  if (draft.sessionId === null) draft.sessionId = sessionId;
  else if (draft.sessionId !== sessionId) return report(draft, "foreign_session", seq, sessionId);
  // A rewind or restore replaces the log: only a fresh start can follow it.
  if (seq <= draft.seq || rev < draft.rev) return report(draft, "stale_rev", seq, event.id);
  draft.seq = seq;
  if (rev !== draft.rev) draft.rev = rev;
  const definition = definitionOf(event.type) as Step | undefined;
  if (definition === undefined)
    return foldOpaque(draft, ofRun(event, findCallRun(draft, event)) as OpaqueEvent);
  if (definition.scope === "session")
    return definition.fold(draft, ofRun(event, findCallRun(draft, event)), noRun);
  const run = runOf(draft, event as Parameters<typeof runOf>[1]);
  const own = event.parentCallId === undefined ? event : ofRun(event, run);
  if (run.outcome === null || definition.afterEnd === "apply") definition.fold(draft, own, run);
  else if (definition.afterEnd === "show") foldLate(draft, own, run);
}
