/** A request of any of the APIs, in one shape. */

export type Api = "anthropic" | "chat" | "responses" | "gemini";

/** A JSON Schema, as far as it is looked at here. */
export type Schema = {
  readonly type?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly enum?: readonly unknown[];
  readonly description?: unknown;
};

export type Tool = {
  readonly name: string;
  readonly description: string;
  readonly schema: Schema;
  /** Takes plain text instead of JSON (a custom tool of the Responses API). */
  readonly freeform: boolean;
  /** The group it is offered in (Responses API); a call of it names the group too. */
  readonly namespace?: string;
};

export type Call = { readonly id: string; readonly name: string };
export type Result = { readonly callId: string; readonly text: string; readonly failed: boolean };

export type UserTurn = {
  readonly role: "user";
  readonly texts: readonly string[];
  readonly images: number;
  readonly results: readonly Result[];
};
/** All that came out of one model call. */
export type AssistantTurn = {
  readonly role: "assistant";
  readonly texts: readonly string[];
  readonly calls: readonly Call[];
};
export type Turn = UserTurn | AssistantTurn;

export type ModelRequest = {
  readonly api: Api;
  readonly model: string;
  readonly system: string;
  readonly turns: readonly Turn[];
  readonly tools: readonly Tool[];
  readonly stream: boolean;
  readonly maxTokens: number | null;
  /** The answer must be JSON of this schema. */
  readonly outputSchema: Schema | null;
  /** Chat: the stream ends with a chunk of usage. */
  readonly streamUsage: boolean;
  /** The prompt is cached: always at OpenAI and Google, where it is marked at Anthropic. */
  readonly cached: boolean;
  /** Responses: reasoning is wanted back as sealed text. */
  readonly sealedReasoning: boolean;
};

export function isUser(turn: Turn): turn is UserTurn {
  return turn.role === "user";
}
