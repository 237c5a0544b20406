import { Suspense, useEffect } from "react";
import { useAsks } from "../data/asks.ts";
import { pendingConfirmations } from "../data/confirmations.ts";
import { overlay } from "../layout/layout-state.ts";
import { lazyPart } from "../offline/load-part.ts";
import { baseUrl } from "../routing/base-url.ts";
import { sessionDialog } from "../session-actions/session-actions.ts";
import { useStore } from "../store/store.ts";
import { Toasts } from "../ui/toasts.tsx";
import { whenIdle } from "../ui/when-idle.ts";

const palette = () => import("../palette/palette.tsx");
const shortcutsDialog = () => import("../help/shortcuts-dialog.tsx");
const newSession = () => import("../new-session/new-session-dialog.tsx");
const sessionDialogs = () => import("../session-actions/session-dialogs.tsx");
const confirmDialog = () => import("./confirm-dialog.tsx");
const dialogs = () => import("../ui/dialog/opened-dialog.tsx");
const asks = () => import("../asks/ask-entries.ts");
const output = () => import("../cards/blocks/output/output.tsx");

const Palette = lazyPart(async () => (await palette()).Palette);
const ShortcutsDialog = lazyPart(async () => (await shortcutsDialog()).ShortcutsDialog);
const NewSessionDialog = lazyPart(async () => (await newSession()).NewSessionDialog);
const ConfirmDialog = lazyPart(async () => (await confirmDialog()).ConfirmDialog);
const SessionDialogs = lazyPart(async () => (await sessionDialogs()).SessionDialogs);

/** Loaded in advance, so that a key, a new ask or opened output does not have to wait. */
const ahead = [asks, output, palette, shortcutsDialog, newSession, sessionDialogs, confirmDialog, dialogs];

/** Everything that is drawn above the page, and the badge on the browser tab. */
export function Overlays() {
  const open = useStore(overlay);
  const isSessionDialogOpen = useStore(sessionDialog) !== null;
  const [toConfirm] = useStore(pendingConfirmations);
  const waiting = useAsks().asks.length;
  useEffect(() => showTabBadge(waiting), [waiting]);
  useEffect(() => whenIdle(() => Promise.allSettled(ahead.map((load) => load()))), []);
  return (
    <>
      <Suspense>
        {open === "palette" && <Palette onClose={close} />}
        {open === "models" && <Palette first="model" onClose={close} />}
        {open === "modes" && <Palette first="mode" onClose={close} />}
        {open === "keys" && <ShortcutsDialog onClose={close} />}
        {open === "new-session" && <NewSessionDialog onClose={close} />}
        {isSessionDialogOpen && <SessionDialogs />}
        {toConfirm !== undefined && <ConfirmDialog key={toConfirm.confirmation.id} of={toConfirm} />}
      </Suspense>
      <Toasts />
    </>
  );
}

function close(): void {
  overlay.set(null);
}

/** Shows the number of open asks in the tab: before its title, and as a dot on its icon. */
function showTabBadge(count: number): () => void {
  document.querySelector("link[rel=icon]")?.setAttribute("href", iconUrl(count > 0));
  const title = document.querySelector("title");
  if (title === null) return () => {};
  const mark = () => {
    const plain = document.title.replace(/^\(\d+\) /, "");
    const wanted = count === 0 ? plain : `(${count}) ${plain}`;
    if (document.title !== wanted) document.title = wanted;
  };
  mark();
  // Pages change the title themselves, so the number is added again after each change.
  const observer = new MutationObserver(mark);
  observer.observe(title, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}

function iconUrl(isWaiting: boolean): string {
  return new URL(isWaiting ? "icon-waiting.svg" : "icon.svg", baseUrl).href;
}
