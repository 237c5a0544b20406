import { nameOf, recordOf } from "../../connection/native-value.ts";

/** The key of a union with one key, or the word itself: Codex writes `"other"` and `{"sandboxError": {…}}`. */
export function variantOf(value: unknown): string | null {
  return nameOf(value) ?? nameOf(Object.keys(recordOf(value))[0]);
}
