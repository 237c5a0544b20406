/** Formats the server's log as readable lines for a terminal, instead of JSON. */
export function readableLog(remark: (text: string) => void): { write(line: string): void } {
  return {
    write: (line) => {
      const { level, msg, err } = JSON.parse(line) as LogLine;
      remark([level, msg, err?.message].filter((part) => part !== undefined && part !== "").join(": "));
    },
  };
}

interface LogLine {
  readonly level: string;
  readonly msg?: string;
  readonly err?: { readonly message: string };
}
