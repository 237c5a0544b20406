import { queueRoutes } from "@polylog/core";
import { PolylogError } from "../../polylog-error.ts";
import { handle } from "./handler.ts";

export const queueHandlers = [
  handle(queueRoutes.list, async ({ params }, { services }) => ({
    items: await services.queues.entries(params.sessionId),
  })),
  handle(queueRoutes.get, async ({ params }, { services }) => {
    const entries = await services.queues.entries(params.sessionId);
    const found = entries.find(({ itemId }) => itemId === params.itemId);
    if (found === undefined)
      throw new PolylogError(
        "item_not_found",
        "The queue has no such message. It may have been delivered already.",
      );
    return found;
  }),
  handle(queueRoutes.change, ({ params, body }, { services, who }) =>
    services.queues.changeItem(params.sessionId, params.itemId, body, who),
  ),
  handle(queueRoutes.changeNamed, ({ params, body: { itemId, ...change } }, { services, who }) =>
    services.queues.changeItem(params.sessionId, itemId, change, who),
  ),
  handle(queueRoutes.resume, ({ params, body }, { services }) =>
    services.queues.resume(params.sessionId, body.agentId),
  ),
  handle(queueRoutes.remove, ({ params }, { services, who }) =>
    services.queues.remove(params.sessionId, params.itemId, who),
  ),
  handle(queueRoutes.clear, ({ params }, { services, who }) =>
    services.queues.remove(params.sessionId, undefined, who),
  ),
];
