/** Sessions are paged by their last activity. The cursor is text so that clients treat it as opaque. */

export function writeCursor(activity: number): string {
  return Buffer.from(`a${activity.toString(36)}`).toString("base64url");
}

/** Undefined for an invalid cursor. */
export function readCursor(cursor: string): number | undefined {
  const text = Buffer.from(cursor, "base64url").toString("latin1");
  const activity = /^a[0-9a-z]{1,11}$/.test(text) ? Number.parseInt(text.slice(1), 36) : Number.NaN;
  return Number.isSafeInteger(activity) ? activity : undefined;
}
