/** The demo's answers that need no tools. */

export const help = `I'm a scripted model, not an AI, but everything around me is real. Send me one of these:

| Send | I will |
|---|---|
| \`tour\` | give you a short tour: read, plan, ask, edit, test and delegate |
| \`explain this project\` | read the key files and summarize them |
| \`add a greeting\` | create a small file |
| \`read FILE\` | read a file |
| \`run CMD\` | run a command, if you allow it |
| \`test\` | run the project's tests |
| \`plan\` | propose a plan for your approval |
| \`ask\` | ask you a question |
| \`subagent\` | have a subagent review a file |
| \`agents\` | ask another agent and wait for its answer |
| \`background\` | ask it and not wait |
| \`think\`, \`long\` | show thinking or a long answer |
| \`images\` | count the images that you attach |
| \`connect\` | explain how to connect a real model |

You can also write the script yourself: \`[[think hm ++ say Hello!]] [[shell ls]]\`.`;

export const connect = `To use a real model:

- **An agent program** (Claude Code, Codex, Pi, or any agent that supports ACP): install it and log in. Polylog finds it on your \`PATH\`.
- **An API key**: set your provider's environment variable before you start Polylog.
- **A local model**: start Ollama, or add any OpenAI-compatible server to \`config.json\`.

Run \`polylog agents\` to see which agents are ready on this machine and how to set up the others.`;

export const thanks = "You're welcome! I only follow a script, but the people who wrote it mean it.";

export const unknown = `I'm a scripted model, not an AI, so I only understand a few fixed messages.

Send \`tour\` for a demo in a small project, \`help\` for a list of what I can do, or \`connect\` to learn how to use a real model.`;

const paragraphs = [
  "This is a long answer that shows how text looks while it streams. It has no other purpose, and unlike most long answers, it admits this at the start.",
  "## A heading",
  "While it streams, you can scroll up: the view stays where you are until you return to the end. You can also stop me. The text so far is kept, and you can continue from there.",
  "- This is a list",
  "- with three items",
  "- in no particular order",
  "```js\n// a block of code\nexport const answer = (question) => question.length;\n```",
  "> A quotation, because Markdown has those, too.",
  "That's the last paragraph. The log stores this answer once, no matter in how many pieces it arrived. Reload, and it appears at once.",
];

export const longText = paragraphs.join("\n\n");
