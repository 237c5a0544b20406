import type { SearchHit } from "@polylog/client";
import { FileText } from "lucide-react";
import { Snippet } from "../find/snippet.tsx";
import { go } from "../routing/router.ts";
import { Item, Items, type Run } from "./item.tsx";

interface TextHitItemsProps {
  readonly typed: string;
  readonly hits: readonly SearchHit[];
  readonly onRun: Run;
}

/** Matches in the text of all sessions. */
export function TextHitItems({ typed, hits, onRun }: TextHitItemsProps) {
  if (hits.length === 0) return null;
  return (
    <Items heading="In conversations" isAlways>
      {hits.slice(0, 20).map(({ sessionId, seq, title, snippet }) => (
        <Item
          key={`${sessionId} ${seq}`}
          value={`${typed} ${sessionId} ${seq}`}
          isAlways
          icon={<FileText size={15} />}
          detail={title ?? "New session"}
          onSelect={() => onRun(() => go({ page: "session", sessionId, target: { kind: "seq", seq } }))}
        >
          <Snippet text={snippet} />
        </Item>
      ))}
    </Items>
  );
}
