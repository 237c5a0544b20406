import { offerName, offersLabel, type PermissionOffer } from "@polylog/core";
import { Segments } from "../../ui/fields/segments.tsx";
import { isSameOffer } from "./coverage.ts";
import styles from "./offer-choice.module.css";

interface OfferChoiceProps {
  readonly offers: readonly PermissionOffer[];
  readonly offer: PermissionOffer;
  readonly onOffer: (offer: PermissionOffer) => void;
}

/** Selects what a lasting answer covers. */
export function OfferChoice({ offers, offer, onOffer }: OfferChoiceProps) {
  const chosen = offers.findIndex((each) => isSameOffer(each, offer));
  const choose = (id: string) => {
    const next = offers[Number(id)];
    if (next !== undefined) onOffer(next);
  };
  return (
    <div className={styles.row}>
      <span aria-hidden="true">{offersLabel}</span>
      <Segments
        label={offersLabel}
        value={String(chosen)}
        choices={offers.map((each, index) => ({ id: String(index), name: offerName(each) }))}
        onChoose={choose}
      />
    </div>
  );
}
