import type { Entry } from "@polylog/core";
import { useSessionPart } from "../../data/client.ts";
import { Button } from "../../ui/button.tsx";
import { showToast } from "../../ui/toasts.tsx";
import { useSessionContext } from "../session-context.ts";
import { messageToResend, resendMessage } from "./resend-message.ts";

/** The next step after a run that did not come to its end; nothing where the talk has gone on since. */
export function ResendButton({ after }: { readonly after: Entry }) {
  const handle = useSessionContext();
  const said = useSessionPart(handle, ({ conversation }) => messageToResend(conversation, after));
  if (said === null) return null;
  return (
    <Button
      size="small"
      onClick={() => void resendMessage(handle, said).catch((error: Error) => showToast(error.message))}
    >
      Send the message again
    </Button>
  );
}
