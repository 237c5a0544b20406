/**
 * Whether a text can be a program's session id: a part of a file name, not a path, and without a leading dash, which
 * would make it an option.
 */
export function isNativeId(value: string): boolean {
  return /^\w[\w.-]{0,199}$/.test(value);
}
