import type { TrustedFolder } from "@polylog/client";
import { useCallback, useEffect, useState } from "react";
import { client } from "../data/client.ts";
import { useMay } from "../data/role-access.ts";
import { useServerChanges } from "../data/server-changes.ts";

/** The folder, if it contains files that need trust and this browser may grant it. */
export function useUntrusted(projectRoot: string | null) {
  const mayTrust = useMay("trust.set");
  const [folder, setFolder] = useState<TrustedFolder | null>(null);
  const [changes, setChanges] = useState(0);
  useServerChanges(["trust"], () => setChanges((before) => before + 1));
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change causes another request.
  useEffect(() => {
    setFolder(null);
    if (!mayTrust || projectRoot === null) return;
    let isWanted = true;
    client.trust.list({ projectRoot }).then(
      ({ folders: [found] }) => {
        const isWaiting =
          found !== undefined && !found.trusted && found.waiting.length + found.unchecked.length > 0;
        if (isWanted) setFolder(isWaiting ? found : null);
      },
      // A background check: the connection status shows failures.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [projectRoot, mayTrust, changes]);
  return { folder, reload: useCallback(() => setChanges((before) => before + 1), []) };
}
