import { hasHidden, makesRule, type PermissionOption, permissionOffers, previewCard } from "@polylog/core";
import { ShieldQuestionMark } from "lucide-react";
import { type FormEvent, type ReactNode, useCallback, useMemo, useState } from "react";
import { BlockView } from "../conversation/blocks/block-view.tsx";
import { ExactText } from "../conversation/hidden-text.tsx";
import { client } from "../data/client.ts";
import { Button } from "../ui/button.tsx";
import { TextArea } from "../ui/field.tsx";
import { Keys } from "../ui/keys.tsx";
import { AskCard } from "./ask-card.tsx";
import { OfferChoice } from "./offer-choice.tsx";
import styles from "./permission-ask.module.css";
import { useAnswer } from "./use-answer.ts";
import { useNumberKeys } from "./use-number-keys.ts";

export interface PermissionAskProps {
  readonly askId: string;
  readonly toolName: string;
  readonly description: string | null;
  readonly input: unknown;
  readonly options: readonly PermissionOption[];
  readonly who: ReactNode;
  /** The digits belong to this ask. */
  readonly hasKeys: boolean;
}

/** What exactly will run, and the ways to answer. */
export function PermissionAsk(props: PermissionAskProps) {
  const { askId, toolName, description, input, options, who, hasKeys } = props;
  const answering = useAnswer();
  const [isNoting, setNoting] = useState(false);
  const card = useMemo(() => previewCard({ toolName, input }), [toolName, input]);
  const raw = useMemo(() => (input == null ? "" : JSON.stringify(input, null, 2)), [input]);
  const reject = options.find(({ kind }) => kind === "reject_once") ?? options.find(isReject);
  const offers = useMemo(
    () => (options.some(makesRule) ? permissionOffers({ toolName, input }) : []),
    [options, toolName, input],
  );
  const [chosen, setChosen] = useState(0);
  const { send, isSending } = answering;
  const choose = useCallback(
    (option: PermissionOption, note?: string) => {
      const offer = makesRule(option) ? offers[chosen] : undefined;
      send(() => client.answerPermission(askId, option.optionId, { note, offer }));
    },
    [send, askId, offers, chosen],
  );
  const press = useCallback(
    (index: number) => {
      const option = options[index];
      if (option !== undefined) choose(option);
      else if (index === options.length && reject !== undefined) setNoting(true);
    },
    [options, choose, reject],
  );
  useNumberKeys(hasKeys && !isSending && !isNoting && answering.refusal === null, press);
  return (
    <AskCard
      icon={ShieldQuestionMark}
      title={`Allow ${card.icon === "terminal" ? "this command" : card.title.toLowerCase()}?`}
      who={who}
      answering={answering}
      actions={
        isNoting && reject !== undefined ? (
          <NoteForm
            onCancel={() => setNoting(false)}
            onSend={(note) => choose(reject, note)}
            isSending={isSending}
          />
        ) : (
          <>
            {offers.length > 1 && <OfferChoice {...{ offers, chosen }} onChoose={setChosen} />}
            {options.map((option, index) => (
              <Button
                key={option.optionId}
                look={lookOf(option, options)}
                disabled={isSending}
                onClick={() => choose(option)}
              >
                {option.name}
                {hasKeys && <Keys keys={String(index + 1)} />}
              </Button>
            ))}
            {reject !== undefined && (
              <Button look="ghost" disabled={isSending} onClick={() => setNoting(true)}>
                Deny with note…
                {hasKeys && <Keys keys={String(options.length + 1)} />}
              </Button>
            )}
          </>
        )
      }
    >
      {description !== null && <p className={styles.about}>{description}</p>}
      {hasHidden(raw) && (
        <p className={styles.warning}>
          It holds characters that are not visible. They are shown by their codes.
        </p>
      )}
      {card.blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a card have no other name and never move.
        <BlockView key={index} block={block} />
      ))}
      {raw !== "" && (
        <details className={styles.raw}>
          <summary>Everything that {toolName} is given</summary>
          <pre>
            <ExactText text={raw} />
          </pre>
        </details>
      )}
    </AskCard>
  );
}

function isReject({ kind }: PermissionOption): boolean {
  return kind.startsWith("reject");
}

function lookOf(option: PermissionOption, options: readonly PermissionOption[]) {
  if (isReject(option)) return "danger";
  return option === options.find((other) => !isReject(other)) ? "allow" : "plain";
}

interface NoteFormProps {
  readonly onSend: (note: string) => void;
  readonly onCancel: () => void;
  readonly isSending: boolean;
}

/** No, and what to do instead. */
function NoteForm({ onSend, onCancel, isSending }: NoteFormProps) {
  const [note, setNote] = useState("");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSend(note.trim());
  };
  return (
    <form className={styles.note} onSubmit={submit}>
      <TextArea
        aria-label="Why not, and what to do instead"
        placeholder="Why not, and what to do instead"
        autoFocus
        value={note}
        onChange={({ target }) => setNote(target.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") {
            event.stopPropagation();
            onCancel();
          } else if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing)
            submit(event);
        }}
      />
      <div className={styles.noteActions}>
        <Button onClick={onCancel}>Back</Button>
        <Button look="danger" type="submit" disabled={isSending}>
          Deny
        </Button>
      </div>
    </form>
  );
}
