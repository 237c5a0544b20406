import type { AskChoice, PermissionOffer } from "@polylog/core";
import { Check, ChevronDown, MessageSquareX, X } from "lucide-react";
import { useId } from "react";
import { Button } from "../../ui/button.tsx";
import { KeyCaps } from "../../ui/key-caps.tsx";
import { Menu, MenuItem } from "../../ui/menu/menu.tsx";
import { coverageFor, offersOf } from "./coverage.ts";
import { OfferChoice } from "./offer-choice.tsx";
import styles from "./permission-actions.module.css";

interface PermissionActionsProps {
  readonly choices: readonly AskChoice[];
  /** The selected coverage of lasting answers; null if the call offers no choice. */
  readonly offer: PermissionOffer | null;
  readonly onOffer: (offer: PermissionOffer) => void;
  readonly onChoose: (choice: AskChoice) => void;
  /** Null if nothing can be rejected. */
  readonly onNote: (() => void) | null;
  readonly hasKeys: boolean;
  readonly isSending: boolean;
}

/** At most three buttons, the coverage of the lasting one, and a menu with the rest. */
export function PermissionActions(props: PermissionActionsProps) {
  const { choices, offer, onOffer, onChoose, onNote, hasKeys, isSending } = props;
  const coversId = useId();
  const primary = choices.filter(({ isPrimary }) => isPrimary);
  const more = choices.filter(({ isPrimary }) => !isPrimary);
  const lasting = primary.find(({ covers }) => covers.length > 0);
  const offers = offersOf(choices);
  const keysOf = (number: number) => (hasKeys && number <= 9 ? { keys: String(number) } : {});
  return (
    <>
      {lasting !== undefined && (
        <div className={styles.covers}>
          {offers.length > 1 && offer !== null && <OfferChoice {...{ offers, offer, onOffer }} />}
          <p id={coversId}>{coverageSentence(lasting, offer)}</p>
        </div>
      )}
      <div className={styles.buttons}>
        {primary.map((choice, index) => (
          <Button
            key={choice.option.optionId}
            look={lookOf(choice, index === 0)}
            disabled={isSending}
            aria-describedby={choice === lasting ? coversId : undefined}
            onClick={() => onChoose(choice)}
          >
            {choice.label}
            {hasKeys && <KeyCaps keys={String(choice.number)} />}
          </Button>
        ))}
        {more.length === 0 && onNote !== null && (
          <Button look="ghost" disabled={isSending} onClick={onNote}>
            Reject with note…
            {hasKeys && <KeyCaps keys={String(choices.length + 1)} />}
          </Button>
        )}
        {more.length > 0 && (
          <Menu
            align="end"
            trigger={
              <Button look="ghost" disabled={isSending}>
                More
                <ChevronDown size={14} />
              </Button>
            }
          >
            {more.map((choice) => (
              <MenuItem
                key={choice.option.optionId}
                icon={choice.effect === "allow" ? <Check size={14} /> : <X size={14} />}
                danger={choice.effect === "reject"}
                detail={coverageFor(choice, offer)?.text}
                {...keysOf(choice.number)}
                onSelect={() => onChoose(choice)}
              >
                {choice.label}
              </MenuItem>
            ))}
            {onNote !== null && (
              <MenuItem
                icon={<MessageSquareX size={14} />}
                danger
                {...keysOf(choices.length + 1)}
                onSelect={onNote}
              >
                Reject with note…
              </MenuItem>
            )}
          </Menu>
        )}
      </div>
    </>
  );
}

/** “Allow in this session” allows exactly this command …: the text is separate from its button. */
function coverageSentence(choice: AskChoice, offer: PermissionOffer | null): string {
  const text = coverageFor(choice, offer)?.text ?? "";
  return `“${choice.label}” ${text.charAt(0).toLowerCase()}${text.slice(1)}.`;
}

function lookOf({ effect }: AskChoice, isFirst: boolean) {
  if (effect === "reject") return "danger";
  return isFirst ? "primary" : "plain";
}
