const marks = /[%/~]/;

/** One name made of several ids. Ids come from agents: whatever is in them, two lists of ids never give one name. */
export function joinIds(...ids: readonly (string | number)[]): string {
  let name = "";
  for (const id of ids) {
    const part = typeof id === "string" && marks.test(id) ? id.replace(/[%/~]/g, escaped) : id;
    name = name === "" ? `${part}` : `${name}/${part}`;
  }
  return name;
}

/** The run of a subagent that its backend knows only by the call that started it. */
export function callRunId(runId: string, callId: string): string {
  return `${runId}#${callId.replace(/[%#]/g, escaped)}`;
}

function escaped(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16)}`;
}
