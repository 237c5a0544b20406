import { describePolylog } from "./polylog.ts";

// Every test run plays a few; `npm run test:agents` plays all of them.
describePolylog([
  ...["shell fails", "read, edit and write with diff", "permission allow", "question", "plan approve"],
  ...["subagent", "cancel in a tool", "resume after stopping the program"],
]);
