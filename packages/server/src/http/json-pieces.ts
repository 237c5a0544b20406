import { setImmediate as nextTurn } from "node:timers/promises";
import { limits } from "../limits.ts";

/**
 * Serializes a large value as JSON in pieces, because serializing it at once would block other requests. The outer
 * objects and lists are split; deeper values are serialized whole.
 */
export async function* jsonPieces(value: unknown): AsyncGenerator<string> {
  let piece = "";
  for (const part of parts(value, limits.http.jsonDepth)) {
    piece += part;
    if (piece.length < limits.http.pieceChars) continue;
    yield piece;
    piece = "";
    await nextTurn();
  }
  yield piece;
}

function* parts(value: unknown, depth: number): Generator<string> {
  if (Array.isArray(value)) {
    yield "[";
    for (const [index, item] of value.entries()) {
      if (index > 0) yield ",";
      yield* parts(item, depth);
    }
    yield "]";
  } else if (depth === 0 || typeof value !== "object" || value === null || "toJSON" in value) {
    yield JSON.stringify(value) ?? "null";
  } else {
    let begin = "{";
    for (const [name, held] of Object.entries(value)) {
      if (held === undefined) continue;
      yield `${begin}${JSON.stringify(name)}:`;
      yield* parts(held, depth - 1);
      begin = ",";
    }
    yield begin === "{" ? "{}" : "}";
  }
}
