import { queueRoutes } from "@polylog/core";
import { PolylogError } from "../../errors.ts";
import { handle } from "./handler.ts";

export const queueHandlers = [
  handle(queueRoutes.list, async ({ params }, { service }) => ({
    items: await service.queue(params.sessionId),
  })),
  handle(queueRoutes.get, async ({ params }, { service }) => {
    const entries = await service.queue(params.sessionId);
    const found = entries.find(({ itemId }) => itemId === params.itemId);
    if (found === undefined)
      throw new PolylogError("item_not_found", "There is no such message in the queue.");
    return found;
  }),
  handle(queueRoutes.change, ({ params, body }, { service, who }) =>
    service.changeQueueItem(params.sessionId, params.itemId, body, who),
  ),
  handle(queueRoutes.changeNamed, ({ params, body: { itemId, ...change } }, { service, who }) =>
    service.changeQueueItem(params.sessionId, itemId, change, who),
  ),
  handle(queueRoutes.resume, ({ params, body }, { service }) =>
    service.resumeQueue(params.sessionId, body.agentId),
  ),
  handle(queueRoutes.remove, ({ params }, { service, who }) =>
    service.removeQueueItem(params.sessionId, params.itemId, who),
  ),
  handle(queueRoutes.clear, ({ params }, { service, who }) =>
    service.removeQueueItem(params.sessionId, undefined, who),
  ),
];
