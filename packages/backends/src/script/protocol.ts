import type { AskAnswer, EventBody } from "@polylog/core";
import type { Script } from "./load-script.ts";

/** The messages between the server and a scripted agent. They are JSON lines if the agent is a program. */

export type ScriptCommand =
  | {
      readonly type: "start";
      readonly script: Script;
      readonly agentId: string;
      readonly projectRoot: string;
      readonly model: string;
      /** The id with which the session can be resumed. */
      readonly nativeSessionId: string;
    }
  | { readonly type: "prompt"; readonly runId: string; readonly text: string }
  | { readonly type: "steer"; readonly runId: string; readonly text: string }
  | { readonly type: "answer"; readonly answer: AskAnswer }
  | { readonly type: "cancel"; readonly runId: string }
  | { readonly type: "mode"; readonly modeId: string }
  | { readonly type: "model"; readonly modelId: string };

/** A command with the number that its reply will have. */
export type NumberedCommand = ScriptCommand & { readonly id: number };

export type CommandResult = { readonly ok: true } | { readonly ok: false; readonly message: string };

export type ScriptLine =
  | { readonly type: "event"; readonly event: EventBody }
  | { readonly type: "ready"; readonly nativeSessionId: string }
  | ({ readonly type: "reply"; readonly id: number } & CommandResult);
