import { z } from "zod";
import { limits } from "../limits.ts";
import { defineRoute, type RouteInput } from "./contract.ts";
import { id, projectRoot } from "./fields.ts";
import type { Data } from "./wire.ts";

const MOST_IMAGES = 32;

const image = z
  .object({
    mediaType: z.string().regex(/^image\/[a-z0-9.+-]+$/, "is not an image type such as image/png"),
    data: z.base64("is not valid base64").optional().describe("The image, encoded as base64."),
    blobId: id.optional(),
    name: z.string().max(255).optional(),
  })
  .refine(({ data, blobId }) => data !== undefined || blobId !== undefined, {
    path: ["data"],
    message: "is missing",
  });

const message = z
  .object({
    projectRoot,
    sessionId: id.optional().describe("If omitted, a new session."),
    agentId: id.optional(),
    text: z.string().max(limits.api.promptChars),
    images: z.array(image).max(MOST_IMAGES).optional(),
    clientMessageId: id
      .optional()
      .describe("Sending the same ID again returns the same answer and adds no event."),
    delivery: z
      .enum(["auto", "queue", "steer"])
      .optional()
      .describe(
        "If the agent is busy: `steer` adds the message to its run, `queue` keeps it for the next run. `auto`, the default, steers if the agent supports it and queues otherwise.",
      ),
    runId: id
      .optional()
      .describe(
        "The run to steer, the agent's own or a subagent's: the message is delivered at once or rejected, never queued.",
      ),
  })
  .refine(({ text, images = [] }) => text.trim() !== "" || images.length > 0, {
    path: ["text"],
    message: "is empty",
  });

const answer = z.object({
  sessionId: id,
  runId: id.optional(),
  queued: z.boolean(),
  position: z.int().optional(),
  seq: z.int().describe("The log's head when the message was accepted."),
});

export const chatRoutes = {
  send: defineRoute("chat.send", {
    summary: "Send a message to an agent; if it is busy, steer it or queue the message",
    carries: "images",
    body: message,
    status: 202,
    result: answer,
    errors: [
      "session_not_found",
      "agent_not_found",
      "client_message_conflict",
      "not_a_project",
      "queue_full",
      "agent_unavailable",
      "storage_full",
      "run_not_found",
      "run_over",
      "not_supported",
    ],
  }),
};

export type ChatMessage = RouteInput<typeof chatRoutes.send>;

/** `clientMessageId` is the message's id, sent by the client or generated. */
export interface ChatAnswer extends Data<typeof answer> {
  readonly clientMessageId: string;
}
