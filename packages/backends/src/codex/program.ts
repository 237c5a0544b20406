import type { Native } from "../connection/native-value.ts";
import { RpcProgram } from "../connection/rpc-program.ts";
import type { AgentProcess } from "../process/agent-process.ts";
import type { RpcReply } from "./translate/translate.ts";

export type Reply =
  | { readonly ok: true; readonly result: Native }
  | { readonly ok: false; readonly message: string };

type OnReply = (reply: Reply) => void;

/** The app-server's process with its protocol: line-delimited JSON-RPC without the version field. */
export class CodexProgram extends RpcProgram<Reply> {
  constructor(process: AgentProcess) {
    super(process, { ok: false, message: "Codex has exited." });
  }

  /**
   * Resolves with the program's reply, or when none can arrive. `onReply` runs before the next line is read, because
   * that line may refer to something the reply names.
   */
  request(method: string, params: Native, onReply: OnReply = () => undefined): Promise<Reply> {
    return new Promise((resolve) => {
      this.ask(
        (id) => ({ id, value: { method, id, params } }),
        (reply) => {
          onReply(reply);
          resolve(reply);
        },
      );
    });
  }

  notify(method: string): Promise<void> {
    return this.send({ method });
  }

  /** Responds to a request of the program. */
  respond(id: number | string, result: Native): Promise<void> {
    return this.send({ id, result });
  }

  refuse(id: number | string, method: string): Promise<void> {
    return this.send({ id, error: { code: -32601, message: `Polylog does not support ${method}.` } });
  }

  replied({ rpcId, ok, result, message }: RpcReply): void {
    this.answered(rpcId, ok ? { ok, result } : { ok, message });
  }
}
