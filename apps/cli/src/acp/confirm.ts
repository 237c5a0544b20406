import type { AgentContext, RequestPermissionResponse } from "@agentclientprotocol/sdk";
import type { Confirmation } from "@polylog/client";

/** Shows a server confirmation in the editor. An editor that cannot ask declines. */
export async function confirmInEditor(
  editor: AgentContext,
  sessionId: string,
  { id, text, expiresTs }: Confirmation,
): Promise<boolean> {
  const late = AbortSignal.timeout(Math.max(0, expiresTs - Date.now()));
  const request = {
    sessionId,
    toolCall: { toolCallId: id, title: text, kind: "switch_mode" as const, status: "pending" as const },
    options: [
      { optionId: "confirm", name: "Confirm", kind: "allow_once" as const },
      { optionId: "cancel", name: "Cancel", kind: "reject_once" as const },
    ],
  };
  try {
    const { outcome } = await editor.request<RequestPermissionResponse>(
      "session/request_permission",
      request,
      {
        cancellationSignal: late,
        stopWaitingOnCancel: true,
      },
    );
    return outcome.outcome === "selected" && outcome.optionId === "confirm";
  } catch {
    // An editor that cannot ask or times out has not confirmed.
    return false;
  }
}
