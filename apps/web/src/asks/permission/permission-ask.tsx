import type { AskChoice, AskDescription, PermissionOffer } from "@polylog/core";
import { ShieldQuestionMark } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { client } from "../../data/client.ts";
import { AskCard } from "../ask-card.tsx";
import { AskDetails } from "../ask-details.tsx";
import { NoteForm } from "../note-form.tsx";
import { useAnswer } from "../use-answer.ts";
import { useNumberKeys } from "../use-number-keys.ts";
import { coverageFor, offersOf } from "./coverage.ts";
import { PermissionActions } from "./permission-actions.tsx";

interface PermissionAskProps {
  readonly ask: AskDescription;
  /** The number keys answer this ask. */
  readonly hasKeys: boolean;
}

/** The exact call, and the buttons that answer it. */
export function PermissionAsk({ ask, hasKeys }: PermissionAskProps) {
  const { askId, choices } = ask;
  const answering = useAnswer("permission");
  const [isNoting, setNoting] = useState(false);
  const [picked, setPicked] = useState<PermissionOffer | null>(null);
  const narrowest = useMemo(() => offersOf(choices)[0] ?? null, [choices]);
  const offer = picked ?? narrowest;
  const reject = choices.find(({ effect }) => effect === "reject");
  const { send, isSending } = answering;
  const choose = useCallback(
    (choice: AskChoice, note?: string) => {
      const covered = coverageFor(choice, offer)?.offer ?? undefined;
      send(() =>
        client.asks.answer(
          { askId, kind: "permission" },
          { optionId: choice.option.optionId, note, offer: covered },
        ),
      );
    },
    [send, askId, offer],
  );
  const press = useCallback(
    (index: number) => {
      const choice = choices[index];
      if (choice !== undefined) choose(choice);
      else if (index === choices.length && reject !== undefined) setNoting(true);
    },
    [choices, choose, reject],
  );
  useNumberKeys(hasKeys && !isSending && !isNoting && answering.refusal === null, press);
  return (
    <AskCard
      icon={ShieldQuestionMark}
      ask={ask}
      answering={answering}
      actions={
        isNoting && reject !== undefined ? (
          <NoteForm
            onCancel={() => setNoting(false)}
            onSend={(note) => choose(reject, note)}
            isSending={isSending}
          />
        ) : (
          <PermissionActions
            {...{ choices, offer, hasKeys, isSending }}
            onOffer={setPicked}
            onChoose={choose}
            onNote={reject === undefined ? null : () => setNoting(true)}
          />
        )
      }
    >
      <AskDetails ask={ask} />
    </AskCard>
  );
}
