import type { BlockProps } from "./block-view.tsx";
import styles from "./blocks.module.css";

/** Addresses that core found to be good ones. */
export function Links({ block: { links } }: BlockProps<"links">) {
  return (
    <ul className={styles.links}>
      {links.map(({ url, title, detail }) => (
        <li key={url} className={styles.link}>
          <a href={url} target="_blank" rel="noopener noreferrer nofollow" title={url}>
            {title ?? url}
          </a>
          {(title !== null || detail !== null) && (
            <span className={styles.detail}>{detail ?? new URL(url).host}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
