import type { EventBody, NativeHistory } from "@polylog/core";

export function bodiesOf(history: NativeHistory): EventBody[] {
  if (!history.ok) throw new Error(`${history.code}: ${history.message}`);
  return history.events.map(({ body }) => body);
}
