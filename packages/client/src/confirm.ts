import { type Confirmation, fromWire } from "@polylog/core";
import { ClientError } from "./client-error.ts";

/** Asks a person. */
export type Confirm = (confirmation: Confirmation) => Promise<boolean> | boolean;

/** Sends a request. If the server requires confirmation, asks a person and sends it again with the confirmation. */
export async function withConfirmation<T>(
  confirm: Confirm | undefined,
  send: (confirmationId?: string) => Promise<T>,
): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const confirmation = confirm === undefined ? null : confirmationIn(error);
    if (confirm === undefined || confirmation === null) throw error;
    if (await confirm(confirmation)) return await send(confirmation.id);
    throw new ClientError("not_confirmed", "Cancelled: the action was not confirmed.", { cause: error });
  }
}

function confirmationIn(error: unknown): Confirmation | null {
  if (!(error instanceof ClientError) || error.code !== "confirmation_required") return null;
  return fromWire(error.details.confirmation) as Confirmation;
}
