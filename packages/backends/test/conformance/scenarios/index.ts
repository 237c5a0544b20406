import type { Scenario } from "../support/scenario.ts";
import { cancelling } from "./cancelling.ts";
import { failures } from "./failures.ts";
import { permissions } from "./permissions.ts";
import { polylogTools } from "./polylog-tools.ts";
import { sessions } from "./sessions.ts";
import { subagents } from "./subagents.ts";
import { talking } from "./talking.ts";
import { tools } from "./tools.ts";

/** All scenarios that every program plays, in the order of the matrix. */
export const scenarios: readonly Scenario[] = [
  ...talking,
  ...tools,
  ...polylogTools,
  ...permissions,
  ...cancelling,
  ...subagents,
  ...sessions,
  ...failures,
];
