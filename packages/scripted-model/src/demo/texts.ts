/** What the demo says, where it only says something. */

export const help = `I am a scripted model: no AI, but everything around me is real. Try one of these:

| say | and I |
|---|---|
| \`tour\` | show you around: read, plan, ask, edit, run, delegate |
| \`explain this project\` | read what tells most about it, and say what is in it |
| \`add a greeting\` | write a small file |
| \`read FILE\` | read a file |
| \`run CMD\` | run a command, if you allow it |
| \`test\` | run the project's tests |
| \`plan\` | propose a plan |
| \`ask\` | ask you something |
| \`subagent\` | let a subagent review a file |
| \`agents\` | ask another agent, and wait for its answer |
| \`background\` | ask it without waiting |
| \`think\`, \`long\` | show thinking, or a long answer |
| \`images\` | count the images you sent |
| \`connect\` | tell how to connect a real model |

You can also write my script yourself: \`[[think hm ++ say Hello!]] [[shell ls]]\`.`;

export const connect = `To talk to a real model:

- **An agent program** (Claude Code, Codex, Pi, or one that speaks ACP): install it and sign in there. Polylog finds it on the \`PATH\`.
- **A key**: set the provider's usual variable for API keys before Polylog starts.
- **A model on this machine**: start Ollama, or name any OpenAI-compatible server in \`config.json\`.

\`polylog agents\` tells what was found here and what is missing for the rest.`;

export const thanks = "You are welcome. I was told to say that, but the person who wrote it meant it.";

export const unknown = `I am a scripted model, so I do not understand what you wrote: I know a few words and follow scripts. There is no AI in here.

Say \`tour\` and I show you a small project, \`help\` for all I know, or \`connect\` to learn how to reach a real model.`;

const paragraphs = [
  "This is a long answer, to see how text flows while it is still coming. It has no point beyond that, and it says so at the start, which is more than most long answers do.",
  "## A heading",
  "While it streams you can scroll up; the view stays where you are until you come back to the end. You can also stop me: what I have said so far is kept, and you can go on from there.",
  "- a list",
  "- with three items",
  "- in no special order",
  "```js\n// a block of code\nexport const answer = (question) => question.length;\n```",
  "> A quotation, because markdown has those as well.",
  "And a last paragraph. The log holds this answer once, whole, however many pieces it came in: reload, and it is here at once.",
];

export const longText = paragraphs.join("\n\n");
