import type { TrustedFolder } from "@polylog/client";
import { ShieldAlert } from "lucide-react";
import { useState } from "react";
import { plural } from "../format/format.ts";
import { isString, persistentStore } from "../store/persistent-store.ts";
import { useStore } from "../store/store.ts";
import { Button } from "../ui/button.tsx";
import styles from "./trust-banner.module.css";
import { TrustDialog } from "./trust-dialog.tsx";

/** Folders, each with the state of its files, for which a person chose "Not now". */
const later = persistentStore<readonly string[]>(
  "trust.later",
  [],
  (value): value is readonly string[] => Array.isArray(value) && value.every(isString),
);
const mostKept = 100;

interface TrustBannerProps {
  readonly folder: TrustedFolder;
  readonly onDone: () => void;
}

/** Tells those who can grant trust that a project contains files that do not run yet. */
export function TrustBanner({ folder, onDone }: TrustBannerProps) {
  const { digest } = folder;
  const isLater = useStore(later).includes(digest);
  const [isAsking, setAsking] = useState(false);
  if (isLater) return null;
  const dismiss = () => later.set([...later.get(), digest].slice(-mostKept));
  return (
    <section className={styles.banner} aria-label="Trust">
      <ShieldAlert size={15} className={styles.icon} />
      <p className={styles.text}>{textFor(folder)}</p>
      <Button size="small" onClick={() => setAsking(true)}>
        Review…
      </Button>
      <Button size="small" look="ghost" onClick={dismiss}>
        Not now
      </Button>
      {isAsking && <TrustDialog folder={folder} onClose={() => setAsking(false)} onDone={onDone} />}
    </section>
  );
}

function textFor({ wasTrusted, changes, moreChanges, unchecked }: TrustedFolder): string {
  const count = changes.length + moreChanges + unchecked.length;
  const files = plural(count, "file");
  const they = count === 1 ? "It does" : "They do";
  return wasTrusted
    ? `${files} changed since you trusted this folder. ${they} not run until you trust the folder again.`
    : `This project has ${files} that can run programs. ${they} not run until you trust the folder.`;
}
