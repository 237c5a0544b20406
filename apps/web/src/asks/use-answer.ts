import { ClientError } from "@polylog/client";
import { useCallback, useState } from "react";
import { focusMessage } from "../composer/focus-message.ts";
import { loadAsks } from "../data/asks.ts";
import { signIn } from "../data/sign-in.ts";
import { useStore } from "../data/store.ts";

export interface Answering {
  readonly isSending: boolean;
  readonly failure: string | null;
  /** Why this browser may not answer; null where it may. */
  readonly refusal: string | null;
  send(command: () => Promise<void>): void;
}

/** Sends an answer, once. That it was taken is seen by the event that comes back. */
export function useAnswer(): Answering {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const signedIn = useStore(signIn);
  const role = signedIn.state === "in" ? signedIn.self.role : "viewer";
  const mayAnswer = role === "approver" || role === "owner" || role === "open";
  const send = useCallback((command: () => Promise<void>) => {
    setSending(true);
    setFailure(null);
    command().then(
      () => {
        void loadAsks();
        // The button that was pressed goes, and the focus with it.
        if (document.activeElement === document.body) focusMessage();
      },
      (error: unknown) => {
        setSending(false);
        setFailure(error instanceof ClientError ? error.message : String(error));
        void loadAsks();
      },
    );
  }, []);
  const refusal = mayAnswer ? null : "This device may watch but not answer. An approver or the owner can.";
  return { isSending, failure, refusal, send };
}
