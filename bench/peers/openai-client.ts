import OpenAI from "openai";
import type { Listener } from "./built-in-agent.ts";

/** OpenAI's own client, which only sends a request and reads the answer. */
export function openaiClient(url: string): (text: string, onText: Listener) => Promise<void> {
  const client = new OpenAI({ baseURL: `${url}/v1`, apiKey: "none", maxRetries: 0 });
  return async (text, onText) => {
    const stream = await client.chat.completions.create({
      model: "scripted",
      messages: [{ role: "user", content: text }],
      stream: true,
      stream_options: { include_usage: true },
    });
    for await (const chunk of stream) {
      const said = chunk.choices[0]?.delta.content;
      if (said) onText(said);
    }
  };
}
