import type { Queue, QueueItem } from "@polylog/core";
import { ArrowDown, ArrowUp, CornerDownRight, Pause, Pencil, SendHorizontal, X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { client } from "../data/client.ts";
import { plural } from "../format/format.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { TextArea } from "../ui/field.tsx";
import styles from "./queue-banner.module.css";

interface QueueBannerProps {
  readonly sessionId: string;
  readonly queue: Queue;
  readonly canSteer: boolean;
}

/** Messages that wait until their agent is free. */
export function QueueBanner({ sessionId, queue: { items, paused }, canSteer }: QueueBannerProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const attempt = (work: Promise<void>) => {
    setFailure(null);
    work.catch((error: Error) => setFailure(error.message));
  };
  if (items.length === 0) return null;
  return (
    <section className={styles.queue} aria-label="Queue">
      <header className={styles.head}>
        {paused === null ? <CornerDownRight size={13} /> : <Pause size={13} />}
        {paused === null ? `${plural(items.length, "message")} waiting` : `Paused: ${paused.reason}`}
        {items.length > 1 && (
          <Button look="ghost" size="small" onClick={() => attempt(client.clearQueue(sessionId))}>
            Clear
          </Button>
        )}
      </header>
      <ol className={styles.items}>
        {items.map((item, index) => (
          <QueueRow
            key={item.itemId}
            item={item}
            isFirst={index === 0}
            isLast={index === items.length - 1}
            onChange={(change) => attempt(client.changeQueueItem(sessionId, item.itemId, change))}
            onMove={(by) => attempt(client.changeQueueItem(sessionId, item.itemId, { position: index + by }))}
            onSend={() =>
              attempt(
                client.changeQueueItem(sessionId, item.itemId, { send: canSteer ? "steer" : "interrupt" }),
              )
            }
            onRemove={() => attempt(client.removeQueueItem(sessionId, item.itemId))}
          />
        ))}
      </ol>
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
    </section>
  );
}

interface QueueRowProps {
  readonly item: QueueItem;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onChange: (change: { readonly text: string }) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onSend: () => void;
  readonly onRemove: () => void;
}

function QueueRow({ item, isFirst, isLast, onChange, onMove, onSend, onRemove }: QueueRowProps) {
  const [edited, setEdited] = useState<string | null>(null);
  const save = () => {
    if (edited !== null && edited.trim() !== "" && edited !== item.text) onChange({ text: edited });
    setEdited(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      setEdited(null);
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      save();
    }
  };
  if (edited !== null) {
    return (
      <li className={styles.editing}>
        <TextArea
          aria-label="Edit the waiting message"
          autoFocus
          value={edited}
          onChange={({ target }) => setEdited(target.value)}
          onKeyDown={onKeyDown}
        />
        <div className={styles.actions}>
          <Button size="small" onClick={() => setEdited(null)}>
            Cancel
          </Button>
          <Button size="small" look="primary" onClick={save}>
            Save
          </Button>
        </div>
      </li>
    );
  }
  return (
    <li className={styles.item}>
      {item.exchange !== undefined && (
        <Badge tone="agent">from {item.sender?.name ?? item.sender?.id ?? "an agent"}</Badge>
      )}
      <span className={styles.text}>{item.text}</span>
      <span className={styles.actions}>
        <IconButton label="Edit" onClick={() => setEdited(item.text)}>
          <Pencil size={13} />
        </IconButton>
        <IconButton label="Move up" disabled={isFirst} onClick={() => onMove(-1)}>
          <ArrowUp size={13} />
        </IconButton>
        <IconButton label="Move down" disabled={isLast} onClick={() => onMove(1)}>
          <ArrowDown size={13} />
        </IconButton>
        <IconButton label="Send now" onClick={onSend}>
          <SendHorizontal size={13} />
        </IconButton>
        <IconButton label="Remove" onClick={onRemove}>
          <X size={13} />
        </IconButton>
      </span>
    </li>
  );
}
