import type { SessionHandle } from "@polylog/client";
import { Command } from "cmdk";
import { Palette as PaletteIcon } from "lucide-react";
import { Dialog } from "radix-ui";
import { useState } from "react";
import { useSessionHandle } from "../data/session/use-session-handle.ts";
import { useTextHits } from "../find/use-text-hits.ts";
import { currentRoute } from "../routing/router.ts";
import { useStore } from "../store/store.ts";
import { theme, themeNames, themes } from "../theme/theme.ts";
import dialog from "../ui/dialog/dialog.module.css";
import { useRestoreFocus } from "../ui/focus/use-restore-focus.ts";
import { Item, Items, Matches, type Run } from "./item.tsx";
import { ModeAndModelItems } from "./mode-and-model-items.tsx";
import { PageItems } from "./page-items.tsx";
import styles from "./palette.module.css";
import { rank } from "./rank.ts";
import { SessionActionItems } from "./session-action-items.tsx";
import { SessionListItems } from "./session-list-items.tsx";
import { TextHitItems } from "./text-hit-items.tsx";

/** A nested list that an item opens. */
export type PalettePage = "mode" | "model";

const placeholders = {
  all: "Search sessions, actions and text",
  mode: "Permission mode",
  model: "Model",
} as const;

/** All actions and sessions, found by typing. On a session's page its actions come first. */
export function Palette(props: PaletteProps) {
  const route = useStore(currentRoute);
  if (route.page !== "session") return <PaletteDialog handle={null} {...props} />;
  return <WithSession sessionId={route.sessionId} {...props} />;
}

interface PaletteProps {
  /** The list to start with. */
  readonly first?: PalettePage;
  readonly onClose: () => void;
}

function WithSession({ sessionId, ...props }: PaletteProps & { readonly sessionId: string }) {
  const handle = useSessionHandle(sessionId);
  return handle === null ? null : <PaletteDialog handle={handle} {...props} />;
}

function PaletteDialog({ handle, first, onClose }: PaletteProps & { readonly handle: SessionHandle | null }) {
  const [typed, setTyped] = useState("");
  const isSearching = typed !== "";
  const { hits } = useTextHits(typed);
  const restoreFocus = useRestoreFocus(true);
  const [page, setPage] = useState<PalettePage | null>(handle === null ? null : (first ?? null));
  const open = (next: PalettePage | null) => {
    setPage(next);
    setTyped("");
  };
  /** Closes first, because the action may open something that needs the focus. */
  const run = (work: () => void) => {
    onClose();
    requestAnimationFrame(work);
  };
  return (
    <Dialog.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Dialog.Portal>
        <div className={dialog.scrim} aria-hidden="true" />
        <Dialog.Content
          className={styles.palette}
          aria-describedby={undefined}
          onCloseAutoFocus={restoreFocus}
          onEscapeKeyDown={(event) => {
            if (page === null) return;
            event.preventDefault();
            open(null);
          }}
        >
          <Dialog.Title className={dialog.hidden}>Command palette</Dialog.Title>
          <Command label="Command palette" loop vimBindings={false} shouldFilter={isSearching} filter={rank}>
            <Command.Input
              className={styles.input}
              placeholder={placeholders[page ?? "all"]}
              value={typed}
              onValueChange={setTyped}
              onKeyDown={(event) => {
                if (event.key === "Backspace" && typed === "" && page !== null) open(null);
              }}
            />
            <Command.List className={styles.list} label="Results">
              {(page !== null || hits.length === 0) && (
                <Command.Empty className={styles.none}>No matches</Command.Empty>
              )}
              {handle !== null && page !== null && (
                <ModeAndModelItems handle={handle} page={page} onRun={run} />
              )}
              {page === null && (
                <>
                  <Matches isSearching={isSearching}>
                    {handle !== null && (
                      <SessionActionItems
                        handle={handle}
                        isSearching={isSearching}
                        onOpen={open}
                        onRun={run}
                      />
                    )}
                    <SessionListItems current={handle?.sessionId ?? null} typed={typed} onRun={run} />
                    <PageItems onRun={run} />
                    <ThemeItems onRun={run} />
                  </Matches>
                  <TextHitItems typed={typed} hits={hits} onRun={run} />
                </>
              )}
            </Command.List>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function ThemeItems({ onRun }: { readonly onRun: Run }) {
  return (
    <Items heading="Theme">
      {themes.map((each) => (
        <Item
          key={each}
          value={`${themeNames[each]} theme`}
          icon={<PaletteIcon size={15} />}
          onSelect={() => onRun(() => theme.set(each))}
        >
          {themeNames[each]} theme
        </Item>
      ))}
    </Items>
  );
}
