/** A script whose words are all distinct, so that a loss or a duplicate is visible. */
export const words = Array.from({ length: 240 }, (_, index) => `word${index + 1}`);

export const countingScript = {
  prompts: [
    { match: "^count", steps: [{ text: words.join(" "), chunk: 8, everyMs: 12 }] },
    {
      match: "^long",
      steps: Array.from({ length: 60 }, (_, index) => [
        {
          tool: { name: "Bash", input: { command: `echo step ${index}` }, result: `output of step ${index}` },
        },
        { text: index % 20 === 7 ? `A needle in paragraph ${index}.` : `Paragraph ${index} of a long talk.` },
      ]).flat(),
    },
    {
      match: "^spend",
      steps: [
        { text: "It costs something." },
        { usage: { model: "opus", inputTokens: 1200, outputTokens: 300, costUsd: 0.42 } },
      ],
    },
    {
      match: "^gratis",
      steps: [
        { text: "Nobody knows what." },
        { usage: { model: "local", inputTokens: 10, outputTokens: 5 } },
      ],
    },
    { match: "^ask", steps: [{ ask: { permission: { toolName: "Bash", input: { command: "true" } } } }] },
    {
      match: "^sneak",
      steps: [
        {
          ask: {
            permission: {
              toolName: "Bash",
              input: { command: `echo \u202e ${"x".repeat(400)}; rm -rf /` },
            },
          },
        },
      ],
    },
  ],
  default: [{ text: "Heard." }],
};
