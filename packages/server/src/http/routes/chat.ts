import { chatRoutes, decode } from "@polylog/core";
import { handle } from "./handler.ts";

export const chatHandlers = [
  handle(chatRoutes.send, async ({ body: { runId: toRunId, ...message } }, { services, who }) =>
    // A receipt is stored as it goes over the wire.
    decode(chatRoutes.send.result, await services.messages.send({ ...message, toRunId }, who)),
  ),
];
