import { actorLabel, type Queue, type QueueItem } from "@polylog/core";
import { ArrowDown, ArrowUp, CornerDownRight, Pause, Pencil, SendHorizontal, X } from "lucide-react";
import { type KeyboardEvent, useState } from "react";
import { client } from "../data/client.ts";
import { useMay, useMayChange } from "../data/role-access.ts";
import { plural } from "../format/format.ts";
import { Badge } from "../ui/badge.tsx";
import { Button, IconButton } from "../ui/button.tsx";
import { TextArea } from "../ui/fields/field.tsx";
import { focusMessage } from "../ui/focus/focus-message.ts";
import styles from "./queue-banner.module.css";

interface QueueBannerProps {
  readonly sessionId: string;
  readonly agentId: string | null;
  readonly queue: Queue;
  readonly canSteer: boolean;
}

/** Messages that wait for their agent or for the queue to resume. */
export function QueueBanner({ sessionId, agentId, queue: { items, paused }, canSteer }: QueueBannerProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const attempt = (work: Promise<unknown>) => {
    setFailure(null);
    work.catch((error: Error) => setFailure(error.message));
  };
  const mayChange = useMayChange();
  const mayResume = useMay("queue.resume");
  return (
    <section className={styles.queue} aria-label="Queue">
      <header className={styles.head}>
        {paused === null ? <CornerDownRight size={13} /> : <Pause size={13} />}
        {paused === null ? (
          `${plural(items.length, "message")} queued`
        ) : (
          <span className={styles.paused}>
            <strong>Queue paused</strong> · {paused.reason}
          </span>
        )}
        {paused !== null && mayResume && (
          <Button
            size="small"
            onClick={() => attempt(client.queue.resume({ sessionId, agentId: agentId ?? undefined }))}
          >
            Resume
          </Button>
        )}
        {items.length > 1 && items.some(({ by }) => mayChange(by)) && (
          <Button look="ghost" size="small" onClick={() => attempt(client.queue.clear({ sessionId }))}>
            Clear
          </Button>
        )}
      </header>
      <ol className={styles.items}>
        {items.map((item, index) => (
          <QueueRow
            key={item.itemId}
            item={item}
            mayChange={mayChange(item.by)}
            isFirst={index === 0}
            isLast={index === items.length - 1}
            onChange={(change) => attempt(client.queue.change({ sessionId, itemId: item.itemId, ...change }))}
            onMove={(by) =>
              attempt(client.queue.change({ sessionId, itemId: item.itemId, position: index + by }))
            }
            onSend={() =>
              attempt(
                client.queue.change({
                  sessionId,
                  itemId: item.itemId,
                  send: canSteer ? "steer" : "interrupt",
                }),
              )
            }
            onRemove={() => attempt(client.queue.remove({ sessionId, itemId: item.itemId }))}
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
  readonly mayChange: boolean;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly onChange: (change: { readonly text: string }) => void;
  readonly onMove: (by: 1 | -1) => void;
  readonly onSend: () => void;
  readonly onRemove: () => void;
}

/** Only when the field appears, so that the caret does not move later. */
function focusAtEnd(field: HTMLTextAreaElement | null): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

function QueueRow(props: QueueRowProps) {
  const { item, mayChange, isFirst, isLast, onChange, onMove, onSend, onRemove } = props;
  const [edited, setEdited] = useState<string | null>(null);
  const close = () => {
    setEdited(null);
    focusMessage();
  };
  const save = () => {
    if (edited !== null && edited.trim() !== "" && edited !== item.text) onChange({ text: edited });
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      event.stopPropagation();
      close();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      save();
    }
  };
  if (edited !== null) {
    return (
      <li className={styles.editing}>
        <TextArea
          aria-label="Edit the queued message"
          ref={focusAtEnd}
          value={edited}
          onChange={({ target }) => setEdited(target.value)}
          onKeyDown={onKeyDown}
        />
        <div className={styles.actions}>
          <Button size="small" onClick={close}>
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
    <li className={styles.item} title={actorLabel(item.by ?? null) || undefined}>
      {item.exchange !== undefined && (
        <Badge tone="agent">from {item.sender?.name ?? item.sender?.id ?? "an agent"}</Badge>
      )}
      <span className={styles.text} dir="auto">
        {item.text}
      </span>
      {mayChange ? (
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
      ) : (
        <Badge tone="quiet">{actorLabel(item.by ?? null) || "another device"}</Badge>
      )}
    </li>
  );
}
