import type { TrustedFolder } from "@polylog/client";
import { ShieldAlert } from "lucide-react";
import { useState } from "react";
import { useStore } from "../data/store.ts";
import { isString, stored } from "../data/stored.ts";
import { plural } from "../format/format.ts";
import { Button } from "../ui/button.tsx";
import styles from "./trust-banner.module.css";
import { TrustDialog } from "./trust-dialog.tsx";

/** Folders about which somebody said "not now". */
const later = stored<readonly string[]>(
  "trust.later",
  [],
  (value): value is readonly string[] => Array.isArray(value) && value.every(isString),
);
const mostKept = 100;

interface TrustBannerProps {
  readonly folder: TrustedFolder;
  readonly onTrusted: () => void;
}

/** Says that a project brings something along that does not run yet, to those who may change that. */
export function TrustBanner({ folder, onTrusted }: TrustBannerProps) {
  const { projectRoot } = folder;
  const isLater = useStore(later).includes(projectRoot);
  const [isAsking, setAsking] = useState(false);
  if (isLater) return null;
  const dismiss = () => later.set([...later.get(), projectRoot].slice(-mostKept));
  return (
    <section className={styles.banner} aria-label="Trust">
      <ShieldAlert size={15} className={styles.icon} />
      <p className={styles.text}>
        This project brings {plural(folder.waiting.length, "thing")} along that may run programs.{" "}
        {folder.waiting.length === 1 ? "It waits" : "They wait"} until you trust the folder.
      </p>
      <Button size="small" onClick={() => setAsking(true)}>
        Trust…
      </Button>
      <Button size="small" look="ghost" onClick={dismiss}>
        Not now
      </Button>
      {isAsking && <TrustDialog folder={folder} onClose={() => setAsking(false)} onTrusted={onTrusted} />}
    </section>
  );
}
