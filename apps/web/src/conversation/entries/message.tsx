import { type AssistantMessage, actorLabel, type UserMessage } from "@polylog/core";
import { TriangleAlert } from "lucide-react";
import { Picture } from "../../cards/blocks/image-view.tsx";
import { useExpanded } from "../../cards/use-expanded.ts";
import { StreamedMarkdown } from "../../markdown/markdown.tsx";
import { Badge } from "../../ui/badge.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { AgentMessage } from "./agent-message.tsx";
import { EntryTime } from "./entry-time.tsx";
import type { EntryProps } from "./entry-view.tsx";
import styles from "./message.module.css";

export function Message({ entry }: EntryProps<"message">) {
  if (entry.role !== "user") return <AssistantMessageView entry={entry} />;
  return entry.exchange === null ? (
    <UserMessageView entry={entry} />
  ) : (
    <AgentMessage entry={entry} exchange={entry.exchange} />
  );
}

const longLines = 24;
const longChars = 2400;

/** A person's message, verbatim. */
function UserMessageView({ entry }: { readonly entry: UserMessage }) {
  const { body, images, sender, by, steered, key } = entry;
  const text = body.toString();
  const [chosen, setOpen] = useExpanded(key);
  const isLong = text.length > longChars || text.split("\n", longLines + 1).length > longLines;
  return (
    <div className={styles.userMessage} data-sender={sender?.kind} title={actorLabel(by) || undefined}>
      <div className={styles.bubble} data-folded={isLong && chosen !== true}>
        {images.length > 0 && (
          <div className={styles.images}>
            {images.map((image, index) => (
              <Picture
                // biome-ignore lint/suspicious/noArrayIndexKey: the images of a message have no id.
                key={index}
                mediaType={image.mediaType}
                data={image.data ?? null}
                name={image.name ?? "Image"}
              />
            ))}
          </div>
        )}
        <div dir="auto" className={styles.said}>
          {text}
        </div>
      </div>
      <div className={styles.about}>
        {isLong && (
          <button type="button" className={styles.fold} onClick={() => setOpen(chosen !== true)}>
            {chosen === true ? "Show less" : "Show all"}
          </button>
        )}
        {steered && <Badge tone="live">Steered</Badge>}
        {sender !== null && sender.kind !== "user" && <span>{sender.name ?? sender.id ?? sender.kind}</span>}
        <CopyButton text={() => text} label="Copy message" className={styles.copy} />
        <EntryTime entry={entry} />
      </div>
    </div>
  );
}

function AssistantMessageView({ entry }: { readonly entry: AssistantMessage }) {
  const { body, live, endedBy } = entry;
  return (
    <div className={styles.assistantMessage}>
      <StreamedMarkdown body={body} live={live} />
      {body.gaps.length > 0 && <p className={styles.mark}>Some of this text is missing.</p>}
      {body.cut && (
        <p className={styles.mark}>This text is too long to show in full. Export the log to read the rest.</p>
      )}
      {endedBy !== null && endedBy !== "completed" && (
        <p className={styles.mark}>
          <TriangleAlert size={13} /> Cut off here
        </p>
      )}
    </div>
  );
}
