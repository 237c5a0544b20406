const marks = /[%/~]/;

/** One name made of several ids. Ids come from agents: whatever is in them, two lists of ids never give one name. */
export function joinIds(...ids: readonly (string | number)[]): string {
  let name = "";
  for (let index = 0; index < ids.length; index++) {
    const id = ids[index] as string | number;
    const part = typeof id === "string" ? escapeId(id) : id;
    name = index === 0 ? `${part}` : `${name}/${part}`;
  }
  return name;
}

/** An id as it stands in a name. */
export function escapeId(id: string): string {
  return marks.test(id) ? id.replace(/[%/~]/g, escaped) : id;
}

let recentRunId = "";
let recentPrefix = "/";

/** The key of an entry, from its name inside the run. A run makes many of them, and its own part is the same in all. */
export function keyInRun(runId: string, name: string): string {
  if (runId !== recentRunId) {
    recentRunId = runId;
    recentPrefix = `${escapeId(runId)}/`;
  }
  return recentPrefix + name;
}

/** The run of a subagent that its backend knows only by the call that started it. */
export function callRunId(runId: string, callId: string): string {
  return `${runId}#${callId.replace(/[%#]/g, escaped)}`;
}

function escaped(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16)}`;
}
