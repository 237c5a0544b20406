import { type ScriptedModelOptions, startScriptedModel } from "./server/start.ts";

export type CommandContext = {
  /** Writes to standard output. */
  readonly write: (text: string) => void;
  /** Stops the command. */
  readonly stop: AbortSignal;
};

/** `polylog scripted-model`: starts the server, prints its URL as a line of JSON, and serves until it is stopped. */
export async function scriptedModelCommand(
  options: ScriptedModelOptions,
  { write, stop }: CommandContext,
): Promise<void> {
  const model = await startScriptedModel(options);
  write(`${JSON.stringify({ url: model.url })}\n`);
  if (!stop.aborted)
    await new Promise<void>((resolve) => stop.addEventListener("abort", () => resolve(), { once: true }));
  await model.close();
}
