import { ClientError, type Self } from "@polylog/client";
import { isGatewayError } from "../offline/offline-cache.ts";
import { currentRoute } from "../routing/router.ts";
import { createStore } from "../store/store.ts";
import { client } from "./client.ts";
import { startLiveUpdates, stopLiveUpdates } from "./live-updates.ts";
import { originKey } from "./origin-key.ts";
import { closePreloadedSession, preloadSession } from "./session/use-session-handle.ts";

/** The sign-in state of this browser. */
export type SignIn =
  | { readonly state: "checking" }
  | { readonly state: "in"; readonly self: Self }
  | { readonly state: "out"; readonly reason: string | null }
  | { readonly state: "pairing"; readonly code: string }
  /** `isAnswer`: the reason is from the server. */
  | { readonly state: "failed"; readonly isAnswer: boolean; readonly reason: string };

export const signIn = createStore<SignIn>({ state: "checking" });

/** Starts the sign-in. A pairing code is redeemed only after a person confirms, because it works once. */
export async function startSignIn(): Promise<void> {
  const code = takeFromAddress("pair");
  if (code === null) return attemptSignIn();
  signIn.set({ state: "pairing", code });
}

/** Pasting a link into an open page changes only the fragment, which does not reload the page. */
export function watchAddressCodes(): void {
  window.addEventListener("hashchange", () => {
    const isLink = /(?:^#|&)(?:code|pair)=/.test(location.hash);
    if (isLink && signIn.get().state !== "in") void startSignIn();
    else if (isLink) takeFromAddress("code");
  });
}

/** Exchanges the code in the address for a credential, or checks the stored credential. */
export async function attemptSignIn(code: string | null = takeFromAddress("code")): Promise<void> {
  signIn.set({ state: "checking" });
  const route = currentRoute.get();
  // A browser that was signed in most likely still is, so the page does not wait for the answer.
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

/** Returns null if the browser was never signed in, which needs no reason. */
function reasonOf({ details, message }: ClientError): string | null {
  return details.reason === "origin_key_missing" ? message : null;
}

/** If a link is opened twice, its code is used up, but the first time may have signed this browser in. */
async function signInWithoutCode(): Promise<void> {
  try {
    signIn.set({ state: "in", self: await client.devices.me() });
  } catch {
    // The browser was not signed in before either, so the code is the reason.
    const reason = "This code was already used or has expired. A code works once, for one minute.";
    signIn.set({ state: "out", reason });
  }
}

/** A used code is worthless, so it is removed from the history. */
function takeFromAddress(name: "code" | "pair"): string | null {
  const given = new URLSearchParams(location.hash.slice(1)).get(name);
  if (given !== null) history.replaceState(history.state, "", location.pathname + location.search);
  return given;
}
