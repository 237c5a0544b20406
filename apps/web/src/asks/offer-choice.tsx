import { offerName, offersLabel, type PermissionOffer } from "@polylog/core";
import { Segments } from "../ui/segments.tsx";
import styles from "./offer-choice.module.css";

interface OfferChoiceProps {
  readonly offers: readonly PermissionOffer[];
  readonly chosen: number;
  readonly onChoose: (index: number) => void;
}

/** What a lasting answer is for. */
export function OfferChoice({ offers, chosen, onChoose }: OfferChoiceProps) {
  return (
    <div className={styles.row}>
      <span aria-hidden="true">{offersLabel}</span>
      <Segments
        label={offersLabel}
        value={String(chosen)}
        choices={offers.map((offer, index) => ({ id: String(index), name: offerName(offer) }))}
        onChoose={(id) => onChoose(Number(id))}
      />
    </div>
  );
}
