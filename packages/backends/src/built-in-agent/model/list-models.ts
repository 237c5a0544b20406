import { z } from "zod";
import { limits } from "../limits.ts";
import type { ModelChoice } from "../options.ts";

const listSchema = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })) });

/** The models of an OpenAI-compatible server. Empty if it does not list them in time. */
export async function listModels(
  { provider, baseUrl, apiKey }: ModelChoice,
  signal: AbortSignal,
): Promise<string[]> {
  if (baseUrl === undefined || (provider !== "openai-compatible" && provider !== "openai")) return [];
  try {
    const response = await fetch(`${baseUrl.replace(/\/$/, "")}/models`, {
      headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
      redirect: "error",
      signal: AbortSignal.any([signal, AbortSignal.timeout(limits.modelListMs)]),
    });
    if (!response.ok) return [];
    const list = listSchema.parse(JSON.parse(await readBounded(response)));
    return list.data.slice(0, limits.modelListCount).map(({ id }) => id);
  } catch {
    // The list only adds choices: without it, the configured models are available.
    return [];
  }
}

async function readBounded({ body }: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of body ?? []) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > limits.modelListChars) throw new Error("The list is too long.");
  }
  return text + decoder.decode();
}
