import { type Answer, isContent, type Part, say } from "../answer.ts";
import type { ModelRequest } from "../conversation.ts";
import { limits } from "../limits.ts";
import { callOf, freeformCall, portableCall } from "../portable/portable-call.ts";
import { toolNamed } from "../portable/tool-names.ts";
import { type Action, isPortable } from "../script/steps.ts";

/** The model's answer for a step. */
export function playStep(request: ModelRequest, actions: readonly Action[]): Answer {
  const parts = actions.flatMap((action) => partsOf(request, action));
  const stop = actions.findLast((action) => action.do === "stop");
  const usage = actions.findLast((action) => action.do === "usage");
  return {
    // An answer without content, which only reports usage or ends with a fault, still needs a text.
    parts: parts.some((part) => isContent(part) || part.kind !== "stall") ? parts : [...parts, say("OK.")],
    ...(stop === undefined ? {} : { stop: stop.reason }),
    ...(usage === undefined ? {} : { usage }),
  };
}

function partsOf(request: ModelRequest, action: Action): Part[] {
  if (isPortable(action)) return [portableCall(request, action)];
  switch (action.do) {
    case "say":
      return [say(action.text)];
    case "words":
      return [{ kind: "text", text: manyWords(action.count), wordMs: action.ms }];
    case "think":
      return [{ kind: "thinking", text: action.text }];
    case "huge":
      return [{ kind: "text", text: hugeText(action.kilobytes), pieceChars: limits.hugePieceChars }];
    case "tool":
      return [toolCall(request, action.name, action.input)];
    case "stall":
      return [{ kind: "stall", ms: action.ms }];
    case "error":
      return [{ kind: "error", status: action.status }];
    case "cut":
    case "malformed":
    case "nodone":
      return [{ kind: action.do }];
    default:
      return [];
  }
}

/** A call by name, even if the tool does not exist: agents have to handle that. */
function toolCall(request: ModelRequest, name: string, input: Readonly<Record<string, unknown>>): Part {
  const tool = toolNamed(request.tools, name);
  if (tool?.freeform && typeof input.input === "string") {
    return freeformCall(tool, input.input);
  }
  return callOf(tool ?? { name }, input);
}

const vocabulary = "one log for every agent and one pure fold that turns it into a conversation".split(" ");

/** The given number of words, always the same ones. */
function manyWords(count: number): string {
  return Array.from({ length: count }, (_, index) => vocabulary[index % vocabulary.length]).join(" ");
}

/** A text of the given number of kilobytes, in numbered lines of 64 characters. */
function hugeText(kilobytes: number): string {
  const lines = Array.from({ length: kilobytes * 16 }, (_, index) => {
    const number = String(index + 1).padStart(8, "0");
    return `line ${number} ${".".repeat(49)}\n`;
  });
  return lines.join("");
}
