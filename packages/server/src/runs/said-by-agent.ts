import type { Actor, EventBody } from "@polylog/core";

/** An agent speaks for no person, and queues no message: null for an event that only the server writes. */
function withoutAuthor(body: EventBody): EventBody | null {
  if (body.type === "queue_updated") return null;
  if (!("by" in body) || body.by?.kind !== "user") return body;
  const { by: _, ...rest } = body;
  return rest as EventBody;
}

/** What an agent's program says, with the person behind it where they asked for it. */
export class SaidByAgent {
  /** The model that a person is setting; the program's next word on it is the echo of that. */
  private asked: { readonly modelId: string; readonly by: Actor } | null = null;

  askModel(modelId: string, by: Actor | undefined): void {
    this.asked = by === undefined ? null : { modelId, by };
  }

  /** As it is written; null where it is not. */
  of(said: EventBody): EventBody | null {
    const body = withoutAuthor(said);
    if (body?.type !== "model_change") return body;
    const { asked } = this;
    this.asked = null;
    return asked?.modelId === body.modelId ? { ...body, by: asked.by } : body;
  }
}
