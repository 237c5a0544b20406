import { ClientError, type Self } from "@polylog/client";
import { isGatewayError } from "../offline/offline-cache.ts";
import { currentRoute } from "../routing/router.ts";
import { createStore } from "../store/store.ts";
import { client } from "./client.ts";
import { startLiveUpdates, stopLiveUpdates } from "./live-updates.ts";
import { originKey } from "./origin-key.ts";
import { closePreloadedSession, preloadSession } from "./session/use-session-handle.ts";

/** Whether this browser was let in. */
export type SignIn =
  | { readonly state: "checking" }
  | { readonly state: "in"; readonly self: Self }
  | { readonly state: "out"; readonly reason: string | null }
  | { readonly state: "pairing"; readonly code: string }
  /** `isAnswer`: the reason is the server's own. */
  | { readonly state: "failed"; readonly isAnswer: boolean; readonly reason: string };

export const signIn = createStore<SignIn>({ state: "checking" });

/** What the page begins with. The code of a pairing is shown only when a person says so: it is good once. */
export async function startSignIn(): Promise<void> {
  const code = takeFromAddress("pair");
  if (code === null) return attemptSignIn();
  signIn.set({ state: "pairing", code });
}

/** A link that is pasted into a page that is open already changes nothing but its fragment. */
export function watchAddressCodes(): void {
  window.addEventListener("hashchange", () => {
    const isLink = /(?:^#|&)(?:code|pair)=/.test(location.hash);
    if (isLink && signIn.get().state !== "in") void startSignIn();
    else if (isLink) takeFromAddress("code");
  });
}

/** Trades the code in the address for a credential, or checks whether there is one already. */
export async function attemptSignIn(code: string | null = takeFromAddress("code")): Promise<void> {
  signIn.set({ state: "checking" });
  const route = currentRoute.get();
  // Who was let in before most likely still is: what the page shows need not wait for the answer.
  if (code === null && originKey.read() !== null) {
    startLiveUpdates();
    if (route.page === "session") preloadSession(route.sessionId);
  }
  try {
    signIn.set({
      state: "in",
      self: code === null ? await client.devices.me() : await client.devices.login({ code }),
    });
  } catch (error) {
    stopLiveUpdates();
    closePreloadedSession();
    if (!(error instanceof ClientError)) throw error;
    const wasRefused = error.status === 401 || error.status === 403;
    const isAnswer = error.status !== 0 && !isGatewayError(error.status);
    if (!wasRefused) signIn.set({ state: "failed", isAnswer, reason: error.message });
    else if (code === null) signIn.set({ state: "out", reason: reasonOf(error) });
    else await signInWithoutCode();
  }
}

/** A browser that nobody signed in needs no reason; one that was signed in does. */
function reasonOf({ details, message }: ClientError): string | null {
  return details.reason === "origin_key_missing" ? message : null;
}

/** A link that is opened twice finds its code used, and perhaps a browser that it signed in the first time. */
async function signInWithoutCode(): Promise<void> {
  try {
    signIn.set({ state: "in", self: await client.devices.me() });
  } catch {
    // Not signed in before either, so the code is the reason to show.
    const reason = "That code was used already or has expired. A code works once, within a minute.";
    signIn.set({ state: "out", reason });
  }
}

/** A code is spent by being used; it need not stay in the history. */
function takeFromAddress(name: "code" | "pair"): string | null {
  const given = new URLSearchParams(location.hash.slice(1)).get(name);
  if (given !== null) history.replaceState(history.state, "", location.pathname + location.search);
  return given;
}
