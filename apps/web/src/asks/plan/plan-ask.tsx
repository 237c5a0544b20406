import type { AskDescription, PlanItem } from "@polylog/core";
import { ListChecks } from "lucide-react";
import { useCallback, useState } from "react";
import { TodoList } from "../../cards/blocks/list-blocks.tsx";
import { client } from "../../data/client.ts";
import { WholeMarkdown } from "../../markdown/markdown.tsx";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/fields/field.tsx";
import { KeyCaps } from "../../ui/key-caps.tsx";
import { Scroller } from "../../ui/scroller.tsx";
import { AskCard } from "../ask-card.tsx";
import { NoteForm } from "../note-form.tsx";
import { useAnswer } from "../use-answer.ts";
import { useNumberKeys } from "../use-number-keys.ts";
import styles from "./plan-ask.module.css";

interface PlanAskProps {
  readonly ask: AskDescription;
  readonly text: string | null;
  readonly items: readonly PlanItem[];
  readonly hasKeys: boolean;
}

/** A plan to approve, reject with or without a note, or edit first. */
export function PlanAsk({ ask, text, items, hasKeys }: PlanAskProps) {
  const { askId } = ask;
  const answering = useAnswer("plan");
  const [edited, setEdited] = useState<string | null>(null);
  const [isNoting, setNoting] = useState(false);
  const { send, isSending, refusal } = answering;
  const decide = useCallback(
    (decision: "approve" | "reject" | "edit", more?: { readonly plan?: string; readonly note?: string }) =>
      send(() => client.asks.answer({ askId, kind: "plan" }, { decision, ...more })),
    [send, askId],
  );
  const edit = useCallback(
    () => setEdited(text ?? items.map(({ content }) => `- ${content}`).join("\n")),
    [text, items],
  );
  const press = useCallback(
    (index: number) => {
      if (index === 0) decide("approve");
      else if (index === 1) decide("reject");
      else if (index === 2) edit();
      else if (index === 3) setNoting(true);
    },
    [decide, edit],
  );
  useNumberKeys(hasKeys && !isSending && !isNoting && edited === null && refusal === null, press);
  return (
    <AskCard
      icon={ListChecks}
      ask={ask}
      answering={answering}
      actions={
        isNoting ? (
          <NoteForm
            onCancel={() => setNoting(false)}
            onSend={(note) => decide("reject", { note })}
            isSending={isSending}
          />
        ) : edited === null ? (
          <>
            <Button look="primary" disabled={isSending} onClick={() => decide("approve")}>
              Approve
              {hasKeys && <KeyCaps keys="1" />}
            </Button>
            <Button look="danger" disabled={isSending} onClick={() => decide("reject")}>
              Reject
              {hasKeys && <KeyCaps keys="2" />}
            </Button>
            <Button disabled={isSending} onClick={edit}>
              Edit…
              {hasKeys && <KeyCaps keys="3" />}
            </Button>
            <Button look="ghost" disabled={isSending} onClick={() => setNoting(true)}>
              Reject with note…
              {hasKeys && <KeyCaps keys="4" />}
            </Button>
          </>
        ) : (
          <>
            <Button
              look="primary"
              disabled={isSending || edited.trim() === ""}
              onClick={() => decide("edit", { plan: edited })}
            >
              Approve with changes
            </Button>
            <Button disabled={isSending} onClick={() => setEdited(null)}>
              Back
            </Button>
          </>
        )
      }
    >
      {edited === null ? (
        <Scroller label="Plan" className={styles.plan}>
          {text !== null && <WholeMarkdown text={text} />}
          {items.length > 0 && <TodoList items={items} />}
        </Scroller>
      ) : (
        <TextArea
          className={styles.edit}
          aria-label="Plan"
          autoFocus
          value={edited}
          onChange={({ target }) => setEdited(target.value)}
        />
      )}
    </AskCard>
  );
}
