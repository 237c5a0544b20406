/** A request in a form that is independent of the API. */

export type Api = "anthropic" | "chat" | "responses" | "gemini";

/** The parts of a JSON Schema that are used here. */
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
  /** The tool's group (Responses API). A call of the tool names the group, too. */
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
/** The output of one model call. */
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
  /** The JSON Schema that the answer must match. */
  readonly outputSchema: Schema | null;
  /** Chat: the stream ends with a usage chunk. */
  readonly streamUsage: boolean;
  /** Whether the prompt is cached: always for OpenAI and Google, only if marked for Anthropic. */
  readonly cached: boolean;
  /** Responses: the client wants reasoning back as encrypted text. */
  readonly sealedReasoning: boolean;
};

export function isUser(turn: Turn): turn is UserTurn {
  return turn.role === "user";
}
