import type { QueueEntry } from "@polylog/client";
import { firstLine } from "@polylog/core";
import { editorWith } from "../../input/editor.ts";
import { createMenu, type MenuItem } from "../../panels/menu.ts";
import type { AppParts } from "../app-parts.ts";

/** The queued messages: send, edit, move or remove one, or resume the queue. */
export function queueMenu(app: AppParts): void {
  const { sessionId } = app.session;
  if (sessionId === null) return app.actions.remark("No session yet. Send a message first.");
  app.actions.attempt(
    app.client.queue.list({ sessionId }).then(({ items: entries }) => showQueue(app, sessionId, entries)),
  );
}

const resume = "resume";

function showQueue(app: AppParts, sessionId: string, entries: readonly QueueEntry[]): void {
  const { agentId, agent } = app.facts();
  const paused = agent?.queue.paused ?? null;
  const items = entries.map(
    ({ itemId, text, agentId: whose }, index): MenuItem => ({
      id: itemId,
      name: firstLine(text, 60),
      detail: whose === agentId ? "" : `for ${whose}`,
      mark: { text: `${index + 1}.`, tone: "quiet" },
    }),
  );
  const all =
    paused === null || entries.length === 0
      ? items
      : [{ id: resume, name: "Resume", detail: "starts with the first message" }, ...items];
  app.choose(createMenu("Queue", all, "No queued messages"), ({ id }) => {
    if (id === resume) return app.actions.attempt(app.client.queue.resume({ sessionId }));
    const entry = entries.find(({ itemId }) => itemId === id);
    if (entry !== undefined) showEntry(app, sessionId, entry, entries);
  });
}

function showEntry(
  app: AppParts,
  sessionId: string,
  entry: QueueEntry,
  entries: readonly QueueEntry[],
): void {
  const { client, actions, model } = app;
  const { itemId, text, agentId } = entry;
  const own = entries.filter((each) => each.agentId === agentId);
  const index = own.indexOf(entry);
  const move = (position: number) =>
    actions.attempt(client.queue.change({ sessionId, itemId, position }).then(() => actions.remark("Moved")));
  const ways: readonly (MenuItem & { readonly isOpen: boolean; readonly run: () => void })[] = [
    {
      ...{ id: "send", name: "Send now", detail: sendsInto(app) },
      ...{ isOpen: true, run: () => sendNow(app, sessionId, entry) },
    },
    {
      ...{ id: "edit", name: "Edit", detail: "in the field", isOpen: true },
      run: () => {
        model.editor = editorWith(text);
        model.editing = { of: "queue", itemId };
      },
    },
    { id: "up", name: "Move up", detail: "", isOpen: index > 0, run: () => move(index - 1) },
    { id: "down", name: "Move down", detail: "", isOpen: index < own.length - 1, run: () => move(index + 1) },
    {
      ...{ id: "remove", name: "Remove", detail: "do not send it", isOpen: true },
      run: () =>
        actions.attempt(
          client.queue.remove({ sessionId, itemId }).then(() => actions.remark("Removed from the queue")),
        ),
    },
  ];
  const open = ways.filter(({ isOpen }) => isOpen);
  app.choose(createMenu(`“${firstLine(text, 40)}”`, open), ({ id }) =>
    open.find((way) => way.id === id)?.run(),
  );
}

function sendsInto(app: AppParts): string {
  const { run, canSteer } = app.facts();
  if (run === null) return "";
  return canSteer ? "steers the run" : "stops the run first";
}

function sendNow(app: AppParts, sessionId: string, { itemId }: QueueEntry): void {
  const send = app.facts().canSteer ? "steer" : "interrupt";
  app.actions.attempt(app.client.queue.change({ sessionId, itemId, send }));
}
