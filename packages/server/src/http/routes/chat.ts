import { z } from "zod";
import { limits } from "../../limits.ts";
import { defineRoute } from "./define.ts";
import { id, projectRoot } from "./fields.ts";

const MOST_IMAGES = 32;

const image = z
  .object({
    media_type: z.string().regex(/^image\/[a-z0-9.+-]+$/, "is no type of images, as image/png is"),
    data: z.base64("is no base64").optional().describe("The image itself, in base64."),
    blob_id: id.optional(),
    name: z.string().max(255).optional(),
  })
  .refine(({ data, blob_id }) => data !== undefined || blob_id !== undefined, {
    path: ["data"],
    message: "is missing",
  });

const message = z
  .object({
    project_root: projectRoot,
    session_id: id.optional().describe("Absent: a new session."),
    agent_id: id.optional(),
    text: z.string().max(limits.promptChars),
    images: z.array(image).max(MOST_IMAGES).optional(),
    client_message_id: id.optional().describe("The same id again gives the same answer and no second event."),
    delivery: z
      .enum(["auto", "queue", "steer"])
      .optional()
      .describe(
        "If the agent is busy: `steer` puts the message into its run, `queue` waits for the next run. `auto`, the default, steers where the agent can be steered and queues otherwise.",
      ),
    run_id: id
      .optional()
      .describe(
        "A run at work that it is for, the agent's own or a subagent's: given to it at once or refused, never queued.",
      ),
  })
  .refine(({ text, images = [] }) => text.trim() !== "" || images.length > 0, {
    path: ["text"],
    message: "is empty",
  });

export const postChat = defineRoute({
  method: "post",
  path: "/api/chat",
  role: "prompter",
  group: "chat",
  summary: "Send a message to an agent; a busy agent is steered, or the message is queued",
  carries: "images",
  body: message,
  status: 202,
  result: z.object({
    session_id: id,
    run_id: id.optional(),
    queued: z.boolean(),
    position: z.int().optional(),
    seq: z.int().describe("The log's head when the message was taken."),
  }),
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
  handle: ({ body }, { services, who }) =>
    services.messages.send(
      {
        projectRoot: body.project_root,
        sessionId: body.session_id,
        agentId: body.agent_id,
        text: body.text,
        images: body.images?.map(({ media_type, data, blob_id, name }) => ({
          mediaType: media_type,
          data,
          blobId: blob_id,
          name,
        })),
        clientMessageId: body.client_message_id,
        delivery: body.delivery,
        toRunId: body.run_id,
      },
      who,
    ),
});

export const chatRoutes = [postChat];
