import type { BlockProps } from "./block-view.tsx";
import styles from "./blocks.module.css";

const shown = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "image/avif"]);

export function ImageBlock({ block: { mediaType, data } }: BlockProps<"image">) {
  return <Picture mediaType={mediaType} data={data} name="Image" />;
}

interface PictureProps {
  readonly mediaType: string;
  readonly data: string | null;
  readonly name: string;
}

/** An image that the log contains. One that is stored elsewhere, or has another format, is only named. */
export function Picture({ mediaType, data, name }: PictureProps) {
  if (data === null || !shown.has(mediaType)) {
    return (
      <span className={styles.file}>
        {name} <span className={styles.detail}>{mediaType}</span>
      </span>
    );
  }
  return <img className={styles.image} src={`data:${mediaType};base64,${data}`} alt={name} />;
}
