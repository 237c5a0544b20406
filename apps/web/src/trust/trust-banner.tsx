import type { TrustedFolder } from "@polylog/client";
import { ShieldAlert } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { client } from "../data/client.ts";
import { signIn } from "../data/sign-in.ts";
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

/** Says that a project brings something along that does not run yet, to those who may change that. */
export function TrustBanner({ projectRoot }: { readonly projectRoot: string }) {
  const { folder, forget } = useUntrusted(projectRoot);
  const isLater = useStore(later).includes(projectRoot);
  const [isAsking, setAsking] = useState(false);
  if (folder === null || isLater) return null;
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
      {isAsking && <TrustDialog folder={folder} onClose={() => setAsking(false)} onTrusted={forget} />}
    </section>
  );
}

function useUntrusted(projectRoot: string) {
  const signedIn = useStore(signIn);
  const isOwner = signedIn.state === "in" && signedIn.self.role === "owner";
  const [folder, setFolder] = useState<TrustedFolder | null>(null);
  useEffect(() => {
    setFolder(null);
    if (!isOwner) return;
    let isWanted = true;
    client.trust(projectRoot).then(
      ([found]) => {
        const isWaiting = found !== undefined && !found.trusted && found.waiting.length > 0;
        if (isWanted) setFolder(isWaiting ? found : null);
      },
      // Nobody asked for this; whatever is wrong is told by the connection's own sign.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [projectRoot, isOwner]);
  return { folder, forget: useCallback(() => setFolder(null), []) };
}
