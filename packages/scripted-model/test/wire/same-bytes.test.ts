import fc from "fast-check";
import { expect, test } from "vitest";
import { post, running } from "../running.ts";

const paths = ["/v1/messages", "/v1/chat/completions", "/v1/responses"] as const;

const steps = fc.constantFrom(
  "[[say Hello 🙂 there]]",
  "[[think why ++ say because]]",
  "[[think ++ say x]]",
  "[[say a ++ shell ls ++ read b]]",
  "[[huge 2]]",
  "[[words 20 0]]",
  "[[usage 5 6 7]]",
  "[[say x ++ nodone]]",
  "[[say x ++ malformed]]",
  "[[error 429]]",
  "[[say x ++ error 500]]",
  "[[nonsense]]",
  "[[ask Which? | a | b ++ plan c | d]]",
  "tour",
  "help",
);
const words = fc.oneof(steps, fc.string());
const talk = fc.array(words, { minLength: 1, maxLength: 4 });

test("[W8] the same request gives the same bytes, from any server", async () => {
  const { model: one } = await running();
  const { model: other } = await running();
  const answer = async (from: typeof one, path: string, body: object) => {
    const response = await post(from, path, body);
    const headers = [...response.headers].filter(([name]) => name !== "connection" && name !== "keep-alive");
    return [response.status, headers, await response.text()];
  };
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...paths),
      talk,
      fc.boolean(),
      fc.boolean(),
      async (path, said, stream, tools) => {
        const messages = said.map((content, index) => ({
          role: index % 2 === 0 ? "user" : "assistant",
          content,
        }));
        const offered = { type: "function", name: "Bash", function: { name: "Bash" } };
        const body = {
          model: "m",
          stream,
          ...(path === "/v1/responses" ? { input: messages } : { messages }),
          ...(tools ? { tools: [offered] } : {}),
        };
        const [first, again, elsewhere] = [
          await answer(one, path, body),
          await answer(one, path, body),
          await answer(other, path, body),
        ];
        expect(again).toEqual(first);
        expect(elsewhere).toEqual(first);
      },
    ),
    { numRuns: 150 },
  );
});
