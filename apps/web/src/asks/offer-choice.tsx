import { offerName, offersLabel, type PermissionOffer, permissionOffers } from "@polylog/core";
import { useMemo } from "react";
import { Segments } from "../ui/segments.tsx";
import styles from "./offer-choice.module.css";

interface OfferChoiceProps {
  readonly toolName: string;
  readonly input: unknown;
  /** Absent: this very command. */
  readonly chosen: PermissionOffer | undefined;
  readonly onChoose: (offer: PermissionOffer | undefined) => void;
}

/** What a lasting answer is for, where there is a choice. */
export function OfferChoice({ toolName, input, chosen, onChoose }: OfferChoiceProps) {
  const offers = useMemo(() => permissionOffers({ toolName, input }), [toolName, input]);
  if (offers.length < 2) return null;
  return (
    <div className={styles.row}>
      <span aria-hidden="true">{offersLabel}</span>
      <Segments
        label={offersLabel}
        value={String(chosen === undefined ? 0 : offers.indexOf(chosen))}
        choices={offers.map((offer, index) => ({ id: String(index), name: offerName(offer) }))}
        onChoose={(id) => onChoose(offers[Number(id)])}
      />
    </div>
  );
}
