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

/** Images of the message, and long pastes that it shows collapsed. */
export function Attachments({ images, pastes, text, onRemoveImage, onExpand }: AttachmentsProps) {
  const folded = [...pastes.keys()].filter((name) => text.includes(name));
  if (images.length === 0 && folded.length === 0) return null;
  return (
    <div className={styles.attachments}>
      {images.map(({ mediaType, data, name }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same image may be attached twice.
        <figure key={index} className={styles.image}>
          <img src={`data:${mediaType};base64,${data}`} alt={name ?? "Image"} />
          <IconButton
            label={`Remove ${name ?? "image"}`}
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
