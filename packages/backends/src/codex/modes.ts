import type { PermissionMode } from "@polylog/core";
import { type Native, recordOf, textOf } from "../connection/native-value.ts";

/**
 * Maps permission modes to Codex's settings. In every mode Codex asks about everything that is not certainly
 * harmless, because Polylog's rules decide and Codex's permissive modes would bypass them. The mode only sets which
 * part of the machine its commands can access.
 */

const APPROVAL = "untrusted";

type Sandbox = "read-only" | "workspace-write" | "danger-full-access";

function sandboxOf(mode: PermissionMode): Sandbox {
  if (mode === "plan") return "read-only";
  return mode === "full" ? "danger-full-access" : "workspace-write";
}

/** The settings with which a thread is opened. */
export function threadMode(mode: PermissionMode): Native {
  return { approvalPolicy: APPROVAL, sandbox: sandboxOf(mode) };
}

/** The settings with which the thread was opened, as far as turns need them again. */
export interface ThreadSetup {
  readonly model: string;
  readonly effort: string | null;
  /** The user's own sandbox settings, if the thread was opened with them. */
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

/** The settings for a turn after the mode or the model has changed. Later turns keep them. */
export function turnMode(mode: PermissionMode, model: string, setup: ThreadSetup): Native {
  const policies: Readonly<Record<Sandbox, Native>> = {
    "read-only": { type: "readOnly", networkAccess: false },
    "workspace-write": setup.workspace,
    "danger-full-access": { type: "dangerFullAccess" },
  };
  return { approvalPolicy: APPROVAL, sandboxPolicy: policies[sandboxOf(mode)], model };
}

/** Planning is one of Codex's collaboration modes. Leaving it requires naming another one. */
export function collaboration(mode: PermissionMode, model: string, setup: ThreadSetup): Native {
  const settings = { model, reasoning_effort: setup.effort, developer_instructions: null };
  return { collaborationMode: { mode: mode === "plan" ? "plan" : "default", settings } };
}
