const marks = /[%/~]/;

/** Joins several ids into one name. Ids come from agents: two different lists of ids never produce the same name. */
export function joinIds(...ids: readonly (string | number)[]): string {
  let name = "";
  for (let index = 0; index < ids.length; index++) {
    const id = ids[index] as string | number;
    const part = typeof id === "string" ? escapeId(id) : id;
    name = index === 0 ? `${part}` : `${name}/${part}`;
  }
  return name;
}

/** An id, escaped for use in a name. */
export function escapeId(id: string): string {
  return marks.test(id) ? id.replace(/[%/~]/g, escaped) : id;
}

let recentRunId = "";
let recentPrefix = "/";

/** The key of an entry, from its name within the run. A run creates many of them with the same prefix. */
export function keyInRun(runId: string, name: string): string {
  if (runId !== recentRunId) {
    recentRunId = runId;
    recentPrefix = `${escapeId(runId)}/`;
  }
  return recentPrefix + name;
}

/** The run of a subagent that its backend identifies only by the call that started it. */
export function callRunId(runId: string, callId: string): string {
  return `${runId}#${callId.replace(/[%#]/g, escaped)}`;
}

function escaped(mark: string): string {
  return `%${mark.charCodeAt(0).toString(16)}`;
}
