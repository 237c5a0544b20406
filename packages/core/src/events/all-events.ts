import { checkpoint } from "./checkpoint.ts";
import type { EventDefinition, EventOf } from "./define.ts";
import { exchanges } from "./exchange.ts";
import type { OpaqueEvent } from "./other.ts";
import { otherEvents } from "./other.ts";
import { permission } from "./permission.ts";
import { plans } from "./plan.ts";
import { questions } from "./question.ts";
import { queue } from "./queue.ts";
import { runs } from "./run.ts";
import { session } from "./session.ts";
import { subagents } from "./subagent.ts";
import { messages } from "./text.ts";
import { thinking } from "./thinking.ts";
import { tools } from "./tool.ts";
import { usageEvents } from "./usage.ts";
import { work } from "./work.ts";

/** Every group of events, one per line. */
export const eventGroups = [
  messages,
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
  usageEvents,
  otherEvents,
] as const;

/** An event of a type that this version knows. */
export type KnownEvent = EventOf<(typeof eventGroups)[number]["events"][number]>;
export type PolylogEvent = KnownEvent | OpaqueEvent;
export type EventType = KnownEvent["type"];

let recent: EventDefinition | undefined;

/** Events often repeat the type of the previous one, and comparing a string is faster than a lookup. */
export function definitionOf(type: string): EventDefinition | undefined {
  if (recent !== undefined && recent.type === type) return recent;
  const found = definitions.get(type);
  if (found !== undefined) recent = found;
  return found;
}

export const definitions: ReadonlyMap<string, EventDefinition> = new Map(
  eventGroups.flatMap((group) => group.events.map((definition) => [definition.type, definition] as const)),
);
