import { ClientError, type Confirmation } from "@polylog/client";
import { createStore } from "../store/store.ts";
import { client } from "./client.ts";

/** A confirmation that the server requests, with the function that answers it. */
export interface PendingConfirmation {
  readonly confirmation: Confirmation;
  readonly answer: (isConfirmed: boolean) => void;
}

/** The first one is shown; the others wait. */
export const pendingConfirmations = createStore<readonly PendingConfirmation[]>([]);

export function followConfirmations(): void {
  client.confirmWith(
    (confirmation) =>
      new Promise((resolve) => {
        const asked: PendingConfirmation = {
          confirmation,
          answer: (isConfirmed) => {
            pendingConfirmations.set(pendingConfirmations.get().filter((other) => other !== asked));
            resolve(isConfirmed);
          },
        };
        pendingConfirmations.set([...pendingConfirmations.get(), asked]);
      }),
  );
}

/** True if the person cancelled the confirmation, so no error needs to be shown. */
export function isCancelled(error: unknown): boolean {
  return error instanceof ClientError && error.code === "not_confirmed";
}
