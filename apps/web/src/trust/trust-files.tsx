import type { TrustedFolder } from "@polylog/client";
import { Badge } from "../ui/badge.tsx";
import { ExactText } from "../ui/exact-text.tsx";
import styles from "./trust-files.module.css";

const tones = { new: "live", changed: "waiting", removed: "quiet" } as const;
const kinds = { new: "New", changed: "Changed", removed: "Removed" } as const;

/** Every file that runs once the folder is trusted, with its difference from the trusted version. */
export function TrustFiles({ folder }: { readonly folder: TrustedFolder }) {
  const { changes, moreChanges, unchecked, waiting, wasTrusted } = folder;
  return (
    <>
      {waiting.length > 0 && (
        <section className={styles.group} aria-label="Takes effect">
          <h3 className={styles.heading}>Takes effect</h3>
          <ul className={styles.list}>
            {waiting.map((what) => (
              <li key={what} className={styles.path}>
                {what}
              </li>
            ))}
          </ul>
        </section>
      )}
      {unchecked.length > 0 && (
        <section className={styles.group} aria-label="Cannot be checked">
          <h3 className={styles.heading}>Cannot be checked</h3>
          <ul className={styles.list}>
            {unchecked.map(({ path, reason }) => (
              <li key={path} className={styles.path}>
                <ExactText text={path} />{" "}
                <span className={styles.reason}>
                  <ExactText text={reason} />
                </span>
              </li>
            ))}
          </ul>
          <p className={styles.refusal}>
            The folder stays untrusted until you remove or replace {unchecked.length === 1 ? "it" : "them"}.
          </p>
        </section>
      )}
      {changes.length > 0 && (
        <section className={styles.group} aria-label="Files">
          <h3 className={styles.heading}>{wasTrusted ? "Changed since you trusted it" : "Files"}</h3>
          <ul className={styles.list}>
            {changes.map(({ path, kind }) => (
              <li key={path} className={wasTrusted ? styles.row : styles.path}>
                {wasTrusted && <Badge tone={tones[kind]}>{kinds[kind]}</Badge>}
                <span className={styles.path}>
                  <ExactText text={path} />
                </span>
              </li>
            ))}
            {moreChanges > 0 && <li className={styles.reason}>and {moreChanges} more files</li>}
          </ul>
        </section>
      )}
    </>
  );
}
