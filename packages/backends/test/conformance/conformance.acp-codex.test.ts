import { acpCodex } from "./programs/acp-codex.ts";
import { describeProgram } from "./suite.ts";

// Every test run plays one scenario of each kind; `npm run test:agents` plays all of them.
describeProgram(acpCodex, [
  ...[
    "text",
    "thinking",
    "usage",
    "shell fails",
    "read, edit and write with diff",
    "parallel tools",
    "MCP tool",
  ],
  ...["cancel in a tool", "steer", "resume after stopping the program", "program killed with -9 in mid-run"],
  ...["model change", "API error 429", "the model's stream is cut", "subagent", "question", "plan approve"],
  ...["permission deny with a reason", "permission inside a subagent", "a tool of Polylog's own"],
]);
