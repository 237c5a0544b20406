import { startScriptedModel } from "@polylog/scripted-model";
import { answer } from "../program.ts";

/** The model, in a separate process, so that its cost counts for no contestant. */
const { url } = await startScriptedModel();

answer({ url: () => url });
