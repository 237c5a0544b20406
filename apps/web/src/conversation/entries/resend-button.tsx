import type { Entry } from "@polylog/core";
import { useSessionPart } from "../../data/client.ts";
import { Button } from "../../ui/button.tsx";
import { tell } from "../../ui/toasts.tsx";
import { useScope } from "../session-context.ts";
import { sendAgain, toSayAgain } from "./resend-message.ts";

/** The next step after a run that did not come to its end; nothing where the talk has gone on since. */
export function SendAgainButton({ after }: { readonly after: Entry }) {
  const handle = useScope();
  const said = useSessionPart(handle, ({ conversation }) => toSayAgain(conversation, after));
  if (said === null) return null;
  return (
    <Button
      size="small"
      onClick={() => void sendAgain(handle, said).catch((error: Error) => tell(error.message))}
    >
      Send the message again
    </Button>
  );
}
