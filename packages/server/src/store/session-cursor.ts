/** A page of sessions ends at an activity. Given out as text that invites nobody to count with it. */

export function writeCursor(activity: number): string {
  return Buffer.from(`a${activity.toString(36)}`).toString("base64url");
}

/** Undefined for what is no cursor. */
export function readCursor(cursor: string): number | undefined {
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  const activity = /^a[0-9a-z]{1,11}$/.test(text) ? Number.parseInt(text.slice(1), 36) : Number.NaN;
  return Number.isSafeInteger(activity) ? activity : undefined;
}
