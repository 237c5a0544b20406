import { z } from "zod";
import { limits } from "../limits.ts";
import { defineRoute, type RouteInput } from "./contract.ts";
import { id, projectRoot } from "./fields.ts";
import type { Data } from "./wire.ts";

const MOST_IMAGES = 32;

const image = z
  .object({
    mediaType: z.string().regex(/^image\/[a-z0-9.+-]+$/, "is no type of images, as image/png is"),
    data: z.base64("is no base64").optional().describe("The image itself, in base64."),
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
    sessionId: id.optional().describe("Absent: a new session."),
    agentId: id.optional(),
    text: z.string().max(limits.api.promptChars),
    images: z.array(image).max(MOST_IMAGES).optional(),
    clientMessageId: id.optional().describe("The same id again gives the same answer and no second event."),
    delivery: z
      .enum(["auto", "queue", "steer"])
      .optional()
      .describe(
        "If the agent is busy: `steer` puts the message into its run, `queue` waits for the next run. `auto`, the default, steers where the agent can be steered and queues otherwise.",
      ),
    runId: id
      .optional()
      .describe(
        "A run at work that it is for, the agent's own or a subagent's: given to it at once or refused, never queued.",
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
  seq: z.int().describe("The log's head when the message was taken."),
});

export const chatRoutes = {
  send: defineRoute("chat.send", {
    group: "chat",
    summary: "Send a message to an agent; a busy agent is steered, or the message is queued",
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

/** `clientMessageId` is the id that the message was sent with, given or made. */
export interface ChatAnswer extends Data<typeof answer> {
  readonly clientMessageId: string;
}
