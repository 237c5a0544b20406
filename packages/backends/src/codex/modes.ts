import type { Choice, PermissionMode } from "@polylog/core";
import type { Native } from "../connection/native-value.ts";
import { recordOf, textOf } from "../connection/native-value.ts";

/**
 * How a permission mode is put to Codex. It asks us for all that is not certainly harmless, whatever the mode: who may
 * do what is decided by our rules, which its own generous modes would pass over. The mode only says how much of the
 * machine its commands can reach.
 */

export const modeChoices: readonly Choice[] = [
  { id: "ask", name: "Ask" },
  { id: "accept_edits", name: "Accept edits" },
  { id: "plan", name: "Plan" },
  { id: "full", name: "Full access" },
];

const APPROVAL = "untrusted";

type Sandbox = "read-only" | "workspace-write" | "danger-full-access";

function sandboxOf(mode: PermissionMode): Sandbox {
  if (mode === "plan") return "read-only";
  return mode === "full" ? "danger-full-access" : "workspace-write";
}

/** What a thread is opened with. */
export function threadMode(mode: PermissionMode): Native {
  return { approvalPolicy: APPROVAL, sandbox: sandboxOf(mode) };
}

/** What the thread was opened with, as far as turns need it again. */
export interface ThreadSetup {
  readonly model: string;
  readonly effort: string | null;
  /** The sandbox as the person has configured it, where the thread was opened with it. */
  readonly workspace: Native;
}

export function readSetup(result: Native): ThreadSetup {
  const sandbox = recordOf(result.sandbox);
  return {
    model: textOf(result.model) ?? "",
    effort: textOf(result.reasoningEffort),
    workspace: sandbox.type === "workspaceWrite" ? sandbox : plainWorkspace,
  };
}

const plainWorkspace: Native = {
  type: "workspaceWrite",
  writableRoots: [],
  networkAccess: false,
  excludeTmpdirEnvVar: false,
  excludeSlashTmp: false,
};

/** What a turn is started with after the mode or the model has changed; it holds for those that follow. */
export function turnMode(mode: PermissionMode, model: string, setup: ThreadSetup): Native {
  const policies: Readonly<Record<Sandbox, Native>> = {
    "read-only": { type: "readOnly", networkAccess: false },
    "workspace-write": setup.workspace,
    "danger-full-access": { type: "dangerFullAccess" },
  };
  return { approvalPolicy: APPROVAL, sandboxPolicy: policies[sandboxOf(mode)], model };
}

/** Planning is a way of working of Codex's own; to leave it, the other way must be named. */
export function collaboration(mode: PermissionMode, model: string, setup: ThreadSetup): Native {
  const settings = { model, reasoning_effort: setup.effort, developer_instructions: null };
  return { collaborationMode: { mode: mode === "plan" ? "plan" : "default", settings } };
}
