import { chatRoutes } from "@polylog/core";
import { handle } from "./handler.ts";

export const chatHandlers = [
  handle(chatRoutes.send, ({ body: { runId: toRunId, ...message } }, { services, who }) =>
    services.messages.send({ ...message, toRunId }, who),
  ),
];
