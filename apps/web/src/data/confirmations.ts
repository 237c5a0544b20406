import { ClientError, type Confirmation } from "@polylog/client";
import { client } from "./client.ts";
import { createStore } from "./store.ts";

/** Something that the server wants confirmed, and where the answer goes. */
export interface Confirming {
  readonly confirmation: Confirmation;
  readonly answer: (isConfirmed: boolean) => void;
}

/** The first is on the screen; the others wait for it. */
export const confirming = createStore<readonly Confirming[]>([]);

export function followConfirmations(): void {
  client.confirmWith(
    (confirmation) =>
      new Promise((resolve) => {
        const asked: Confirming = {
          confirmation,
          answer: (isConfirmed) => {
            confirming.set(confirming.get().filter((other) => other !== asked));
            resolve(isConfirmed);
          },
        };
        confirming.set([...confirming.get(), asked]);
      }),
  );
}

/** Whoever cancels knows why nothing happened. */
export function isCancelled(error: unknown): boolean {
  return error instanceof ClientError && error.code === "not_confirmed";
}
