/**
 * Whether a text can be a program's own name for a session: part of a file's name and of no path, and never an option,
 * which a program would take it for if it began with a dash.
 */
export function isNativeId(value: string): boolean {
  return /^\w[\w.-]{0,199}$/.test(value);
}
