import { checkpoint } from "./checkpoint.ts";
import type { EventDefinition, EventOf } from "./define.ts";
import { exchanges } from "./exchange.ts";
import { permission } from "./permission.ts";
import { plans } from "./plan.ts";
import { questions } from "./question.ts";
import { queue } from "./queue.ts";
import type { OpaqueEvent } from "./rest.ts";
import { rest } from "./rest.ts";
import { runs } from "./run.ts";
import { session } from "./session.ts";
import { subagents } from "./subagent.ts";
import { talk } from "./text.ts";
import { thinking } from "./thinking.ts";
import { tools } from "./tool.ts";
import { numbers } from "./usage.ts";
import { work } from "./work.ts";

/** Every noun of the log, one line each. */
export const nouns = [
  talk,
  thinking,
  tools,
  runs,
  permission,
  questions,
  plans,
  session,
  subagents,
  work,
  checkpoint,
  exchanges,
  queue,
  numbers,
  rest,
] as const;

/** An event of a type that this version knows. */
export type KnownEvent = EventOf<(typeof nouns)[number]["events"][number]>;
export type PolylogEvent = KnownEvent | OpaqueEvent;
export type EventType = KnownEvent["type"];

let recent: EventDefinition | undefined;

/** Events come in streaks of one type, and a fresh string is compared faster than it is looked up. */
export function definitionOf(type: string): EventDefinition | undefined {
  if (recent !== undefined && recent.type === type) return recent;
  const found = definitions.get(type);
  if (found !== undefined) recent = found;
  return found;
}

export const definitions: ReadonlyMap<string, EventDefinition> = new Map(
  nouns.flatMap((noun) => noun.events.map((definition) => [definition.type, definition] as const)),
);
