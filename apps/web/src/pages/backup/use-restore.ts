import type { Restored, RestorePreview } from "@polylog/client";
import { useState } from "react";
import { client, useConnection } from "../../data/client.ts";
import { isCancelled } from "../../data/confirmations.ts";
import { useServerChanges } from "../../data/server-changes.ts";
import { failureText } from "./failure-text.ts";

interface BackupPreviewForm extends RestorePreview {
  readonly file: string;
}

/** Checks a backup first, then restores it with the entries that the owner selected. */
export function useRestore() {
  const [work, setWork] = useState<"checking" | "restoring" | null>(null);
  const [checked, setChecked] = useState<BackupPreviewForm | null>(null);
  const [restored, setRestored] = useState<Restored | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const reconnecting = useReconnecting();

  const forget = () => {
    setChecked(null);
    setRestored(null);
    setFailure(null);
  };

  const check = async (file: string) => {
    forget();
    setWork("checking");
    try {
      setChecked({ file, ...(await client.maintenance.previewRestore({ file })) });
    } catch (error) {
      setFailure(failureText(error as Error));
    }
    setWork(null);
  };

  const restore = async ({ file }: BackupPreviewForm, selected: readonly string[]) => {
    setFailure(null);
    setWork("restoring");
    reconnecting.expect();
    try {
      setRestored(await client.maintenance.restore({ file, policies: selected }));
      setChecked(null);
    } catch (error) {
      if (!isCancelled(error)) setFailure(failureText(error as Error));
    }
    setWork(null);
  };

  return { work, checked, restored, failure, isBack: reconnecting.isBack, check, restore, forget };
}

/** The server closes every stream when it replaces the log, so the page is back once its own stream is open again. */
function useReconnecting() {
  const [wasReopened, setReopened] = useState(false);
  const link = useConnection(client);
  useServerChanges([], () => setReopened(true));
  return { isBack: wasReopened && link.state === "open", expect: () => setReopened(false) };
}
