import type { PlanItem } from "@polylog/core";
import { ListChecks } from "lucide-react";
import { type ReactNode, useCallback, useState } from "react";
import { TodoList } from "../conversation/blocks/todos.tsx";
import { client } from "../data/client.ts";
import { Markdown } from "../markdown/markdown.tsx";
import { Button } from "../ui/button.tsx";
import { TextArea } from "../ui/field.tsx";
import { Keys } from "../ui/keys.tsx";
import { AskCard } from "./ask-card.tsx";
import styles from "./plan-ask.module.css";
import { useAnswer } from "./use-answer.ts";
import { useNumberKeys } from "./use-number-keys.ts";

interface PlanAskProps {
  readonly askId: string;
  readonly text: string | null;
  readonly items: readonly PlanItem[];
  readonly who: ReactNode;
  readonly hasKeys: boolean;
}

/** A plan that waits: approve it, reject it, or change it first. */
export function PlanAsk({ askId, text, items, who, hasKeys }: PlanAskProps) {
  const answering = useAnswer();
  const [edited, setEdited] = useState<string | null>(null);
  const { send, isSending, refusal } = answering;
  const decide = useCallback(
    (decision: "approve" | "reject" | "edit", plan?: string) =>
      send(() => client.answerPlan(askId, decision, plan)),
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
    },
    [decide, edit],
  );
  useNumberKeys(hasKeys && !isSending && edited === null && refusal === null, press);
  return (
    <AskCard
      icon={ListChecks}
      title="Approve this plan?"
      who={who}
      answering={answering}
      actions={
        edited === null ? (
          <>
            <Button look="allow" disabled={isSending} onClick={() => decide("approve")}>
              Approve
              {hasKeys && <Keys keys="1" />}
            </Button>
            <Button look="danger" disabled={isSending} onClick={() => decide("reject")}>
              Reject
              {hasKeys && <Keys keys="2" />}
            </Button>
            <Button disabled={isSending} onClick={edit}>
              Edit…
              {hasKeys && <Keys keys="3" />}
            </Button>
          </>
        ) : (
          <>
            <Button
              look="allow"
              disabled={isSending || edited.trim() === ""}
              onClick={() => decide("edit", edited)}
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
        <div className={styles.plan}>
          {text !== null && <Markdown text={text} />}
          {items.length > 0 && <TodoList items={items} />}
        </div>
      ) : (
        <TextArea
          className={styles.edit}
          aria-label="The plan"
          autoFocus
          value={edited}
          onChange={({ target }) => setEdited(target.value)}
        />
      )}
    </AskCard>
  );
}
