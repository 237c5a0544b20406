/** Where the server's log goes when a person watches: a line that can be read, instead of one for programs. */
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
