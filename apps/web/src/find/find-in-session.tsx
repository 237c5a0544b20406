import { webKeyAction } from "@polylog/core";
import { Suspense, useEffect } from "react";
import { lazyPart } from "../offline/load-part.ts";
import { useStore } from "../store/store.ts";
import { isFindBarOpen } from "./find-bar-open.ts";

const FindBar = lazyPart(async () => (await import("./find-bar.tsx")).FindBar);

/** The find bar and its shortcut. A second press opens the browser's own search. */
export function FindInSession() {
  const isOpen = useStore(isFindBarOpen);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isFind = webKeyAction("session", event) === "find-in-session";
      if (!isFind || event.defaultPrevented || isFindBarOpen.get()) return;
      event.preventDefault();
      isFindBarOpen.set(true);
    };
    window.addEventListener("keydown", listen);
    return () => {
      window.removeEventListener("keydown", listen);
      isFindBarOpen.set(false);
    };
  }, []);
  return <Suspense>{isOpen && <FindBar />}</Suspense>;
}
