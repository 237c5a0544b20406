import { actor, type QueueEntry } from "@polylog/core";
import { z } from "zod";
import { PolylogError } from "../../errors.ts";
import { limits } from "../../limits.ts";
import { defineRoute } from "./define.ts";
import { done, id, isDone, sessionParams, ts } from "./fields.ts";

const item = z
  .object({
    item_id: id,
    agent_id: id,
    text: z.string(),
    client_message_id: id.nullable(),
    added_ts: ts,
    by: actor.nullable().describe("The device that queued it."),
    paused_reason: z.string().nullable().describe("Why its queue is paused, if it is."),
  })
  .meta({ id: "QueueItem" });

function toItem(entry: QueueEntry): z.input<typeof item> {
  return {
    item_id: entry.itemId,
    agent_id: entry.agentId,
    text: entry.text,
    client_message_id: entry.clientMessageId,
    added_ts: entry.addedTs,
    by: entry.by,
    paused_reason: entry.pausedReason,
  };
}

const itemParams = sessionParams.extend({ item_id: id });

const change = z
  .object({
    text: z.string().min(1).max(limits.promptChars).optional(),
    position: z.int().nonnegative().optional().describe("Its new place, from 0."),
    send: z
      .enum(["steer", "interrupt"])
      .optional()
      .describe("At once: into the run that works, or in its place."),
  })
  .refine(({ text, position, send }) => (text ?? position ?? send) !== undefined, "says nothing to change");

const getQueue = defineRoute({
  method: "get",
  path: "/api/sessions/{session_id}/queue",
  role: "viewer",
  group: "queue",
  summary: "The messages that wait, in order",
  params: sessionParams,
  result: z.object({ items: z.array(item) }),
  errors: ["session_not_found"],
  handle: async ({ params }, { services }) => ({
    items: (await services.queues.entries(params.session_id)).map(toItem),
  }),
});

const getItem = defineRoute({
  method: "get",
  path: "/api/sessions/{session_id}/queue/{item_id}",
  role: "viewer",
  group: "queue",
  summary: "One message that waits",
  params: itemParams,
  result: item,
  errors: ["session_not_found", "item_not_found"],
  handle: async ({ params }, { services }) => {
    const entries = await services.queues.entries(params.session_id);
    const found = entries.find(({ itemId }) => itemId === params.item_id);
    if (found === undefined)
      throw new PolylogError("item_not_found", "There is no such message in the queue.");
    return toItem(found);
  },
});

export const patchItem = defineRoute({
  method: "patch",
  path: "/api/sessions/{session_id}/queue/{item_id}",
  role: "prompter",
  group: "queue",
  summary: "Edit, move or send a queued message; that of another device needs the role `approver`",
  params: itemParams,
  carries: "words",
  body: change,
  result: done,
  errors: ["session_not_found", "item_not_found", "not_supported"],
  handle: async ({ params, body }, { services, who }) => {
    await services.queues.changeItem(params.session_id, params.item_id, body, who);
    return isDone;
  },
});

/** The queue's own path takes the same change, with the item named in it. */
const patchQueue = defineRoute({
  method: "patch",
  path: "/api/sessions/{session_id}/queue",
  role: "prompter",
  group: "queue",
  summary:
    "Edit, move or send the message that `item_id` names; that of another device needs the role `approver`",
  params: sessionParams,
  carries: "words",
  body: z.object({ item_id: id }).and(change),
  result: done,
  errors: ["session_not_found", "item_not_found", "not_supported"],
  handle: async ({ params, body }, { services, who }) => {
    const { item_id: itemId, ...rest } = body;
    await services.queues.changeItem(params.session_id, itemId, rest, who);
    return isDone;
  },
});

export const postResume = defineRoute({
  method: "post",
  path: "/api/sessions/{session_id}/queue/resume",
  role: "prompter",
  group: "queue",
  summary: "Resume a paused queue, such as one that a stopped run left behind",
  params: sessionParams,
  body: z.object({ agent_id: id.optional().describe("Absent: every paused queue of the session.") }),
  result: done,
  errors: ["session_not_found", "storage_full"],
  handle: async ({ params, body }, { services }) => {
    await services.queues.resume(params.session_id, body.agent_id);
    return isDone;
  },
});

export const deleteItem = defineRoute({
  method: "delete",
  path: "/api/sessions/{session_id}/queue/{item_id}",
  role: "prompter",
  group: "queue",
  summary: "Remove a message from the queue; that of another device needs the role `approver`",
  params: itemParams,
  result: done,
  errors: ["session_not_found", "item_not_found"],
  handle: async ({ params }, { services, who }) => {
    await services.queues.remove(params.session_id, params.item_id, who);
    return isDone;
  },
});

export const deleteQueue = defineRoute({
  method: "delete",
  path: "/api/sessions/{session_id}/queue",
  role: "prompter",
  group: "queue",
  summary: "Clear the queue; a prompter clears only the messages of their own device",
  params: sessionParams,
  result: done,
  errors: ["session_not_found"],
  handle: async ({ params }, { services, who }) => {
    await services.queues.remove(params.session_id, undefined, who);
    return isDone;
  },
});

export const queueRoutes = [getQueue, getItem, patchItem, patchQueue, postResume, deleteItem, deleteQueue];
