import { useSessions } from "../data/sessions.ts";
import { folderName } from "../format/format.ts";
import { go } from "../routing/router.ts";
import { StateDot } from "../ui/state-dot.tsx";
import { Item, Items, type Run } from "./item.tsx";

/** The sessions, the latest first. Without typed text only the first few. */
export function SessionListItems({
  current,
  onRun,
}: {
  readonly current: string | null;
  readonly onRun: Run;
}) {
  const { rows } = useSessions();
  const others = rows.filter(({ sessionId }) => sessionId !== current);
  if (others.length === 0) return null;
  return (
    <Items heading="Sessions">
      {others.slice(0, 50).map(({ sessionId, title, projectRoot, status, agentId }) => (
        <Item
          key={sessionId}
          name={title ?? "New session"}
          value={`${title ?? "New session"} ${folderName(projectRoot)} ${agentId ?? ""} ${sessionId}`}
          icon={<StateDot status={status} />}
          detail={folderName(projectRoot)}
          onSelect={() => onRun(() => go({ page: "session", sessionId, target: null }))}
        >
          {title ?? "New session"}
        </Item>
      ))}
    </Items>
  );
}
