import { z } from "zod";
import { actor } from "../events/fields.ts";
import { limits } from "../limits.ts";
import { defineRoute } from "./contract.ts";
import { done, id, sessionParams, ts } from "./fields.ts";
import type { Data } from "./wire.ts";

const item = z
  .object({
    itemId: id,
    agentId: id,
    text: z.string(),
    clientMessageId: id.nullable(),
    addedTs: ts,
    by: actor.nullable().describe("The device that queued it."),
    pausedReason: z.string().nullable().describe("Why the queue is paused."),
  })
  .meta({ id: "QueueItem" });
export type QueueEntry = Data<typeof item>;

const itemParams = sessionParams.extend({ itemId: id });

const change = z
  .object({
    text: z.string().min(1).max(limits.api.promptChars).optional(),
    position: z.int().nonnegative().optional().describe("Its new position, starting at 0."),
    send: z
      .enum(["steer", "interrupt"])
      .optional()
      .describe("Send now: steer the current run, or replace it."),
  })
  .refine(({ text, position, send }) => (text ?? position ?? send) !== undefined, "has nothing to change");
export type QueueChange = Data<typeof change>;

export const queueRoutes = {
  list: defineRoute("queue.list", {
    summary: "List queued messages, in order",
    params: sessionParams,
    result: z.object({ items: z.array(item) }),
    errors: ["session_not_found"],
  }),
  get: defineRoute("queue.get", {
    summary: "Get a queued message",
    params: itemParams,
    result: item,
    errors: ["session_not_found", "item_not_found"],
  }),
  change: defineRoute("queue.change", {
    summary: "Edit, move or send a queued message; another device's message requires the role `approver`",
    params: itemParams,
    carries: "words",
    body: change,
    result: done,
    errors: ["session_not_found", "item_not_found", "not_supported"],
  }),
  /** The queue's path accepts the same change, with the item named in the body. */
  changeNamed: defineRoute("queue.changeNamed", {
    summary:
      "Edit, move or send the queued message `item_id`; another device's message requires the role `approver`",
    params: sessionParams,
    carries: "words",
    body: z.object({ itemId: id }).and(change),
    result: done,
    errors: ["session_not_found", "item_not_found", "not_supported"],
  }),
  resume: defineRoute("queue.resume", {
    summary: "Resume a paused queue, for example after a run was stopped",
    params: sessionParams,
    body: z.object({ agentId: id.optional().describe("If omitted, every paused queue of the session.") }),
    result: done,
    errors: ["session_not_found", "storage_full"],
  }),
  remove: defineRoute("queue.remove", {
    summary: "Remove a queued message; another device's message requires the role `approver`",
    params: itemParams,
    result: done,
    errors: ["session_not_found", "item_not_found"],
  }),
  clear: defineRoute("queue.clear", {
    summary: "Clear the queue; a prompter can clear only messages from the same device",
    params: sessionParams,
    result: done,
    errors: ["session_not_found"],
  }),
};
