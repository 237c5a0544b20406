import { Suspense, useEffect } from "react";
import { useAsks } from "../data/asks.ts";
import { pendingConfirmations } from "../data/confirmations.ts";
import { useStore } from "../data/store.ts";
import { showBadge } from "../notify/badge.ts";
import { lazyPart } from "../offline/load-part.ts";
import { sessionDialog } from "../session-actions/session-actions.ts";
import { Toasts } from "../ui/toasts.tsx";
import { whenIdle } from "../ui/when-idle.ts";
import { overlay } from "./overlay.ts";

const palette = () => import("../palette/palette.tsx");
const keysSheet = () => import("../help/keys-sheet.tsx");
const newSession = () => import("../new-session/new-session-dialog.tsx");
const sessionDialogs = () => import("../session-actions/session-dialogs.tsx");
const confirmDialog = () => import("./confirm-dialog.tsx");
const dialogs = () => import("../ui/dialog/opened-dialog.tsx");
const asks = () => import("../asks/ask-entries.ts");
const output = () => import("../conversation/blocks/output/output.tsx");

const Palette = lazyPart(async () => (await palette()).Palette);
const KeysSheet = lazyPart(async () => (await keysSheet()).KeysSheet);
const NewSessionDialog = lazyPart(async () => (await newSession()).NewSessionDialog);
const ConfirmDialog = lazyPart(async () => (await confirmDialog()).ConfirmDialog);
const SessionDialogs = lazyPart(async () => (await sessionDialogs()).SessionDialogs);

/** A key that opens one of them, an ask that comes up, or output that is opened, should not have to wait. */
const ahead = [asks, output, palette, keysSheet, newSession, sessionDialogs, confirmDialog, dialogs];

/** What lies over the page, and what the tab shows of what waits. */
export function Overlays() {
  const open = useStore(overlay);
  const isAsking = useStore(sessionDialog) !== null;
  const [toConfirm] = useStore(pendingConfirmations);
  const waiting = useAsks().asks.length;
  useEffect(() => showBadge(waiting), [waiting]);
  useEffect(() => whenIdle(() => Promise.allSettled(ahead.map((load) => load()))), []);
  return (
    <>
      <Suspense>
        {open === "palette" && <Palette onClose={close} />}
        {open === "models" && <Palette first="model" onClose={close} />}
        {open === "modes" && <Palette first="mode" onClose={close} />}
        {open === "keys" && <KeysSheet onClose={close} />}
        {open === "new-session" && <NewSessionDialog onClose={close} />}
        {isAsking && <SessionDialogs />}
        {toConfirm !== undefined && <ConfirmDialog key={toConfirm.confirmation.id} of={toConfirm} />}
      </Suspense>
      <Toasts />
    </>
  );
}

function close(): void {
  overlay.set(null);
}
