/** The step language: everything that a script can make the model do. */

export type Action =
  | { readonly do: "say"; readonly text: string }
  | { readonly do: "words"; readonly count: number; readonly ms: number }
  | { readonly do: "think"; readonly text: string }
  | { readonly do: "tool"; readonly name: string; readonly input: Readonly<Record<string, unknown>> }
  | PortableCall
  | { readonly do: "huge"; readonly kilobytes: number }
  | { readonly do: "usage"; readonly input: number; readonly output: number; readonly cached: number }
  | { readonly do: "stall"; readonly ms: number }
  | { readonly do: "stop"; readonly reason: string }
  | Fault;

/** A call that uses the agent's own tool for it. */
export type PortableCall =
  | { readonly do: "shell"; readonly command: string }
  | { readonly do: "read"; readonly path: string }
  | { readonly do: "write"; readonly path: string; readonly content: string }
  | { readonly do: "edit"; readonly path: string; readonly old: string; readonly new: string }
  | { readonly do: "ask"; readonly question: string; readonly options: readonly string[] }
  | { readonly do: "plan"; readonly items: readonly string[] }
  | { readonly do: "subagent"; readonly prompt: string };

/** A failure. It happens `times` times and then passes, or always if `times` is null. */
export type Fault =
  | { readonly do: "error"; readonly status: number; readonly times: number | null }
  | { readonly do: "cut"; readonly times: number | null }
  | { readonly do: "malformed"; readonly times: number | null }
  | { readonly do: "nodone"; readonly times: number | null };

/** One answer of the model, or why the step is invalid. */
export type Step =
  | { readonly kind: "actions"; readonly actions: readonly Action[] }
  | { readonly kind: "problem"; readonly problem: string };

export type Script = { readonly steps: readonly Step[] };

const portable = new Set(["shell", "read", "write", "edit", "ask", "plan", "subagent"]);
const faults = new Set(["error", "cut", "malformed", "nodone"]);

export function isPortable(action: Action): action is PortableCall {
  return portable.has(action.do);
}

export function isFault(action: Action): action is Fault {
  return faults.has(action.do);
}

export function wantsTools(script: Script): boolean {
  return script.steps.some(
    (step) =>
      step.kind === "actions" && step.actions.some((action) => action.do === "tool" || isPortable(action)),
  );
}
