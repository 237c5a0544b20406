import type { Image, Pastes } from "@polylog/core";
import { FileText, X } from "lucide-react";
import { IconButton } from "../ui/button.tsx";
import styles from "./attachments.module.css";

interface AttachmentsProps {
  readonly images: readonly Image[];
  readonly pastes: Pastes;
  readonly text: string;
  readonly onRemoveImage: (index: number) => void;
  readonly onExpand: (name: string) => void;
}

/** Pictures that go with the message, and pastes that are folded in it. */
export function Attachments({ images, pastes, text, onRemoveImage, onExpand }: AttachmentsProps) {
  const folded = [...pastes.keys()].filter((name) => text.includes(name));
  if (images.length === 0 && folded.length === 0) return null;
  return (
    <div className={styles.attachments}>
      {images.map(({ mediaType, data, name }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may be there twice.
        <figure key={index} className={styles.image}>
          <img src={`data:${mediaType};base64,${data}`} alt={name ?? "Picture"} />
          <IconButton
            label={`Remove ${name ?? "picture"}`}
            className={styles.remove}
            onClick={() => onRemoveImage(index)}
          >
            <X size={12} />
          </IconButton>
        </figure>
      ))}
      {folded.map((name) => (
        <button key={name} type="button" className={styles.paste} onClick={() => onExpand(name)}>
          <FileText size={14} />
          {name.slice(1, -1)}
          <span className={styles.expand}>Show</span>
        </button>
      ))}
    </div>
  );
}
