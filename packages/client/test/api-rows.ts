import { expect, test } from "vitest";
import type { Client } from "../src/index.ts";
import { Bench } from "./open-client.ts";

/** One command: its request, the server's response, and the result. */
export type Row = [
  call: (client: Client) => Promise<unknown>,
  request: string,
  body: unknown,
  answer: unknown,
  result: unknown,
];

export function testRows(rows: readonly Row[]): void {
  const bench = new Bench();
  test.each(rows.map((each) => [each[1], each] as const))(
    "%s",
    async (_, [call, request, body, answer, result]) => {
      bench.server.override = () => ({ status: 200, body: answer });
      expect(await call(bench.open())).toEqual(result);
      const [seen] = bench.server.requests;
      expect([`${seen?.method} ${seen?.path}`, seen?.body]).toEqual([request, body]);
    },
  );
}
