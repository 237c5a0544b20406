import type { Native } from "../connection/native-value.ts";
import { RpcProgram } from "../connection/rpc-program.ts";
import type { AgentProcess } from "../process/agent-process.ts";
import type { DialogAnswer } from "./translate/dialogs.ts";
import type { Reply as ToldReply } from "./translate/translate.ts";

export type Reply =
  | { readonly ok: true; readonly data: Native }
  | { readonly ok: false; readonly message: string };

/** Pi's process with its protocol: requests with replies, and answers to its dialogs. */
export class PiProgram extends RpcProgram<Reply> {
  constructor(process: AgentProcess) {
    super(process, { ok: false, message: "Pi has exited." });
  }

  /** Resolves with the program's reply, or when none can arrive. */
  request(request: Native): Promise<Reply> {
    return new Promise((resolve) => {
      this.ask((count) => {
        const id = `polylog-${count}`;
        return { id, value: { id, ...request } };
      }, resolve);
    });
  }

  answer(id: string, answer: DialogAnswer): Promise<void> {
    return this.send({ type: "extension_ui_response", id, ...answer });
  }

  replied({ id, ok, data, message }: ToldReply): void {
    this.answered(id, ok ? { ok, data } : { ok, message });
  }
}
