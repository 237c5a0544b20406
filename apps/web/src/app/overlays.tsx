import { lazy, Suspense, useEffect } from "react";
import { useAsks } from "../data/asks.ts";
import { useStore } from "../data/store.ts";
import { showBadge } from "../notify/badge.ts";
import { asking } from "../session-actions/session-actions.ts";
import { Toasts } from "../ui/toasts.tsx";
import { overlay } from "./overlay.ts";

const Palette = lazy(async () => ({ default: (await import("../palette/palette.tsx")).Palette }));
const KeysSheet = lazy(async () => ({ default: (await import("../help/keys-sheet.tsx")).KeysSheet }));
const NewSessionDialog = lazy(async () => ({
  default: (await import("../new-session/new-session-dialog.tsx")).NewSessionDialog,
}));
const SessionDialogs = lazy(async () => ({
  default: (await import("../session-actions/session-dialogs.tsx")).SessionDialogs,
}));

/** What lies over the page, and what the tab shows of what waits. */
export function Overlays() {
  const open = useStore(overlay);
  const isAsking = useStore(asking) !== null;
  const { asks } = useAsks();
  useEffect(() => showBadge(asks.length), [asks.length]);
  return (
    <>
      <Suspense>
        {open === "palette" && <Palette onClose={close} />}
        {open === "models" && <Palette first="model" onClose={close} />}
        {open === "keys" && <KeysSheet onClose={close} />}
        {open === "new-session" && <NewSessionDialog onClose={close} />}
        {isAsking && <SessionDialogs />}
      </Suspense>
      <Toasts />
    </>
  );
}

function close(): void {
  overlay.set(null);
}
