import { execFileSync } from "node:child_process";

/** The running processes whose command line contains a text, according to `ps`. */
export function processesWith(text: string): number[] {
  const options = { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 } as const;
  return execFileSync("ps", ["-eww", "-o", "pid=,stat=,args="], options)
    .split("\n")
    .flatMap((line) => {
      const [, pid, state = ""] = /^\s*(\d+)\s+(\S+)/.exec(line) ?? [];
      return line.includes(text) && !state.startsWith("Z") ? [Number(pid)] : [];
    });
}
