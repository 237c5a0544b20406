import { type Answer, type ContentPart, isContent } from "./answer.ts";
import type { ModelRequest, Turn } from "./conversation.ts";

/** Reported tokens. `input` is the whole prompt; `cached` and `written` are parts of it. */
export type Usage = {
  readonly input: number;
  readonly cached: number;
  readonly written: number;
  readonly output: number;
  readonly reasoning: number;
};

const CHARS_PER_TOKEN = 4;
const TOKENS_PER_IMAGE = 1000;

/** The script's usage, or an estimate with four characters per token. */
export function usageOf(request: ModelRequest, answer: Answer): Usage {
  const content = answer.parts.filter(isContent);
  const reasoning = tokens(lengthOf(content.filter(({ kind }) => kind === "thinking")));
  if (answer.usage !== undefined) {
    const { input, output, cached } = answer.usage;
    return {
      input,
      cached: Math.min(cached, input),
      written: 0,
      output,
      reasoning: Math.min(reasoning, output),
    };
  }
  const input = promptTokens(request);
  const cached = request.cached ? cachedTokens(request) : 0;
  return {
    input,
    cached,
    written: request.cached && request.api === "anthropic" ? input - cached : 0,
    output: Math.max(1, tokens(lengthOf(content))),
    reasoning,
  };
}

export function promptTokens(request: ModelRequest): number {
  return Math.max(1, tokens(headChars(request)) + sum(request.turns.map(turnTokens)));
}

/** The tokens that an earlier call has cached: everything up to the last answer. */
function cachedTokens(request: ModelRequest): number {
  const last = request.turns.findLastIndex(({ role }) => role === "assistant");
  if (last === -1) return 0;
  return tokens(headChars(request)) + sum(request.turns.slice(0, last).map(turnTokens));
}

function headChars({ system, tools }: ModelRequest): number {
  return system.length + sum(tools.map((tool) => JSON.stringify(tool).length));
}

function turnTokens(turn: Turn): number {
  const texts = sum(turn.texts.map(({ length }) => length));
  if (turn.role === "assistant") return tokens(texts + sum(turn.calls.map(({ name }) => name.length)));
  return tokens(texts + sum(turn.results.map(({ text }) => text.length))) + turn.images * TOKENS_PER_IMAGE;
}

function lengthOf(parts: readonly ContentPart[]): number {
  return sum(
    parts.map((part) => (part.kind === "call" ? part.name.length + part.input.length : part.text.length)),
  );
}

function tokens(chars: number): number {
  return Math.ceil(chars / CHARS_PER_TOKEN);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
