import type { Content, GenerateContentResponse, Part } from "@google/genai";
import { expect, test } from "vitest";
import { tool } from "../requests.ts";
import { post, running } from "../running.ts";

const script =
  "[[think Let me see. ++ say Hé🙂llo,\u2028I look around. ++ shell ls -la ++ read src/a.js ++ usage 120 30 20]]";

const capitals = {
  type: "OBJECT",
  properties: { command: { type: "STRING" }, timeout: { type: "NUMBER" } },
  required: ["command", "timeout"],
};
const functionDeclarations = [
  { name: "run_shell_command", parameters: capitals as never },
  { name: "read_file", parametersJsonSchema: tool("read_file", { file_path: null }).schema },
];
const config = { tools: [{ functionDeclarations }] };

const partsOf = (response: GenerateContentResponse): Part[] => response.candidates?.[0]?.content?.parts ?? [];

/** Joins consecutive texts and thoughts, as in the complete answer. */
function joined(parts: readonly Part[]): Part[] {
  const whole: Part[] = [];
  for (const part of parts) {
    const last = whole.at(-1);
    const goesOn = part.text !== undefined && last?.text !== undefined && last.thought === part.thought;
    if (goesOn) whole[whole.length - 1] = { ...last, text: `${last.text}${part.text}` };
    else whole.push(part);
  }
  return whole.filter(({ text }) => text !== "");
}

test("[W10] Gemini: the stream adds up to the complete answer", async () => {
  const { gemini } = await running({ pieceChars: 5 });
  const request = { model: "m", contents: script, config };
  const whole = await gemini.models.generateContent(request);
  const call = (index: number) => `call_${whole.responseId}${index}`;
  const thoughtSignature = expect.any(String);
  expect({ parts: partsOf(whole), usage: whole.usageMetadata, model: whole.modelVersion }).toEqual({
    parts: [
      { text: "Let me see.", thought: true },
      { text: "Hé🙂llo,\u2028I look around." },
      {
        functionCall: { id: call(2), name: "run_shell_command", args: { command: "ls -la", timeout: 1 } },
        thoughtSignature,
      },
      { functionCall: { id: call(3), name: "read_file", args: { file_path: "src/a.js" } }, thoughtSignature },
    ],
    usage: {
      promptTokenCount: 120,
      candidatesTokenCount: 27,
      totalTokenCount: 150,
      cachedContentTokenCount: 20,
      thoughtsTokenCount: 3,
    },
    model: "m",
  });
  const chunks: GenerateContentResponse[] = [];
  for await (const chunk of await gemini.models.generateContentStream(request)) chunks.push(chunk);
  const reasons = chunks.flatMap(({ candidates }) => candidates?.[0]?.finishReason ?? []);
  expect({ parts: joined(chunks.flatMap(partsOf)), reasons }).toEqual({
    parts: partsOf(whole),
    reasons: ["STOP"],
  });
});

test("[W10] Gemini: results are matched to their calls, with and without ids; a missing result is rejected", async () => {
  const { gemini, model } = await running();
  const talk = (id: object, results: number): Content[] => [
    { role: "user", parts: [{ text: "[[shell ls ++ shell pwd]] [[say Both.]]" }] },
    {
      role: "model",
      parts: ["1", "2"].map((at) => ({
        functionCall: { name: "run_shell_command", args: {}, ...("id" in id ? { id: at } : {}) },
      })),
    },
    {
      role: "user",
      parts: ["2", "1"].slice(0, results).map((at) => ({
        functionResponse: {
          name: "run_shell_command",
          response: { output: "x" },
          ...("id" in id ? { id: at } : {}),
        },
      })),
    },
  ];
  for (const id of [{}, { id: true }]) {
    const answer = await gemini.models.generateContent({ model: "m", contents: talk(id, 2), config });
    expect(answer.text).toBe("Both.");
    const refused = await post(model, "/v1beta/models/m:generateContent", { contents: talk(id, 1) });
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { error: { code: 400, message: expect.stringContaining("missing"), status: "INVALID_ARGUMENT" } },
    ]);
  }
});

test("[W5] [W6] [X1] Gemini: reasons, models, counted tokens and errors follow its format", async () => {
  const { gemini, model } = await running();
  const cut = await gemini.models.generateContent({ model: "m", contents: "[[say cut ++ stop max_tokens]]" });
  expect(cut.candidates?.[0]?.finishReason).toBe("MAX_TOKENS");
  const names: unknown[] = [];
  for await (const { name } of await gemini.models.list()) names.push(name);
  expect(names).toEqual(["models/scripted", "models/demo"]);
  expect((await gemini.models.get({ model: "other" })).name).toBe("models/other");
  expect((await gemini.models.countTokens({ model: "m", contents: "x".repeat(400) })).totalTokens).toBe(100);
  const path = "/v1beta/models/m:streamGenerateContent?alt=sse";
  const contents = [{ role: "user", parts: [{ text: "[[error 401]]" }] }];
  const refused = await post(model, path, { contents });
  expect([refused.status, await refused.json()]).toEqual([
    401,
    {
      error: {
        ...{
          code: 401,
          message: "The scripted model rejects this key.",
          status: "UNAUTHENTICATED",
        },
      },
    },
  ]);
});
