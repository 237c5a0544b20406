import type { LoggedRequest } from "@polylog/scripted-model";

interface ChatBody {
  readonly messages: readonly { readonly role: string; readonly content: unknown }[];
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

function bodyOf(request: LoggedRequest | undefined): ChatBody {
  if (request === undefined) throw new Error("No such request");
  return request.body as ChatBody;
}

/** The messages of a request to OpenAI's chat API, without the system message. */
export function messagesIn(request: LoggedRequest | undefined): ChatBody["messages"] {
  return bodyOf(request).messages.filter(({ role }) => role !== "system");
}

export function systemIn(request: LoggedRequest | undefined): unknown {
  return bodyOf(request).messages.find(({ role }) => role === "system")?.content;
}

/** The results of tools, in the order of the messages. */
export function resultsIn(request: LoggedRequest | undefined): unknown[] {
  return messagesIn(request).flatMap(({ role, content }) => (role === "tool" ? [content] : []));
}

/** The user's texts, in order. */
export function userTextsIn(request: LoggedRequest | undefined): string[] {
  return messagesIn(request).flatMap(({ role, content }) => {
    if (role !== "user") return [];
    if (typeof content === "string") return [content];
    return (content as { text: string }[]).map(({ text }) => text);
  });
}

export function toolNamesIn(request: LoggedRequest | undefined): string[] {
  return (bodyOf(request).tools ?? []).map((tool) => tool.function.name);
}
