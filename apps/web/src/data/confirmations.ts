import { ClientError, type Confirmation } from "@polylog/client";
import { createStore } from "../store/store.ts";
import { client } from "./client.ts";

/** Something that the server wants confirmed, and where the answer goes. */
export interface PendingConfirmation {
  readonly confirmation: Confirmation;
  readonly answer: (isConfirmed: boolean) => void;
}

/** The first is on the screen; the others wait for it. */
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

/** Whoever cancels knows why nothing happened. */
export function isCancelled(error: unknown): boolean {
  return error instanceof ClientError && error.code === "not_confirmed";
}
