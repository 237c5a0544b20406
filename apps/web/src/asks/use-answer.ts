import { ClientError } from "@polylog/client";
import { answerRoutes } from "@polylog/core";
import { useCallback, useState } from "react";
import { loadAsks } from "../data/asks.ts";
import { useMay } from "../data/role-access.ts";
import { focusMessage } from "../ui/focus/focus-message.ts";

export interface Answering {
  readonly isSending: boolean;
  readonly failure: string | null;
  /** Why this browser must not answer; null if it may. */
  readonly refusal: string | null;
  send(command: () => Promise<unknown>): void;
}

const refusals = {
  question: "This device can’t answer questions. It needs the Prompter role.",
  permission: "This device can’t answer permissions. It needs the Approver role.",
  plan: "This device can’t approve plans. It needs the Approver role.",
} as const satisfies Readonly<Record<keyof typeof answerRoutes, string>>;

/** Sends one answer. The event that follows shows that the server accepted it. */
export function useAnswer(kind: keyof typeof answerRoutes): Answering {
  const [isSending, setSending] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const mayAnswer = useMay(answerRoutes[kind]);
  const send = useCallback((command: () => Promise<unknown>) => {
    setSending(true);
    setFailure(null);
    command().then(
      () => {
        void loadAsks();
        // The pressed button disappears, and the focus with it.
        if (document.activeElement === document.body) focusMessage();
      },
      (error: unknown) => {
        setSending(false);
        setFailure(error instanceof ClientError ? error.message : String(error));
        void loadAsks();
      },
    );
  }, []);
  const refusal = mayAnswer ? null : refusals[kind];
  return { isSending, failure, refusal, send };
}
