import type { Actor, EventBody } from "@polylog/core";

/** Who is behind an agent's events: no person, except for a model that a person just set. */
export class EventAuthors {
  /** The model that a person is setting; the program's next word on it is the echo of that. */
  private expected: { readonly modelId: string; readonly by: Actor } | null = null;

  expectModel(modelId: string, by: Actor | undefined): void {
    this.expected = by === undefined ? null : { modelId, by };
  }

  /** The event as it is written; null if only the server may write it. */
  attribute(said: EventBody): EventBody | null {
    const body = withoutAuthor(said);
    if (body?.type !== "model_change") return body;
    const { expected } = this;
    this.expected = null;
    return expected?.modelId === body.modelId ? { ...body, by: expected.by } : body;
  }
}

function withoutAuthor(body: EventBody): EventBody | null {
  if (body.type === "queue_updated") return null;
  if (!("by" in body) || body.by?.kind !== "user") return body;
  const { by: _, ...rest } = body;
  return rest as EventBody;
}
