import { findRun, type Grouping, groupLane, groupsFrom, laneAt } from "@polylog/core";
import { useRef, useState } from "react";
import { useSession } from "../../data/client.ts";
import { useSessionContext } from "../../data/session/session-context.ts";
import { plural } from "../../format/format.ts";
import { Button } from "../../ui/button.tsx";
import { Row } from "./row.tsx";

const firstRows = 40;

/** A subagent's lane inside another one: its last entries, and more on demand. */
export function SubagentLane({ runId }: { readonly runId: string }) {
  const { conversation } = useSession(useSessionContext());
  const grouped = useRef<Grouping | null>(null);
  const [most, setMost] = useState(firstRows);
  const run = findRun(conversation, runId);
  if (run === undefined) return null;
  const lane = laneAt(conversation, run.lane);
  grouped.current =
    grouped.current === null
      ? groupLane(conversation, lane)
      : groupsFrom(grouped.current, conversation, lane);
  const { settled, live } = grouped.current;
  const from = Math.max(0, settled.length + live.length - most);
  const rows = [...settled.slice(Math.min(from, settled.length)), ...live].slice(-most);
  return (
    <>
      {from > 0 && (
        <Button look="ghost" size="small" onClick={() => setMost(most + 200)}>
          Show {plural(from, "earlier entry", "earlier entries")}
        </Button>
      )}
      {rows.map((group) => (
        <Row key={group.key} group={group} />
      ))}
    </>
  );
}
