import type { Native } from "../connection/native-value.ts";
import { RpcProgram } from "../connection/rpc-program.ts";
import type { AgentProcess } from "../process/agent-process.ts";
import type { ControlReply } from "./translate/translate.ts";

export type Reply =
  | { readonly ok: true; readonly response: Native }
  | { readonly ok: false; readonly message: string };

/** Claude Code's process with its control protocol: requests with replies, and other lines. */
export class ClaudeProgram extends RpcProgram<Reply> {
  constructor(process: AgentProcess) {
    super(process, { ok: false, message: "Claude Code has exited." });
  }

  /** Resolves with the program's reply, or when none can arrive. */
  request(request: Native): Promise<Reply> {
    return new Promise((resolve) => {
      this.ask((count) => {
        const id = `polylog-${count}`;
        return { id, value: { type: "control_request", request_id: id, request } };
      }, resolve);
    });
  }

  /** Responds to a request of the program. */
  async reply(requestId: string, response: Native): Promise<void> {
    await this.send({
      type: "control_response",
      response: { subtype: "success", request_id: requestId, response },
    });
  }

  async refuse(requestId: string, error: string): Promise<void> {
    await this.send({
      type: "control_response",
      response: { subtype: "error", request_id: requestId, error },
    });
  }

  replied({ requestId, ok, response, message }: ControlReply): void {
    this.answered(requestId, ok ? { ok, response } : { ok, message });
  }
}
