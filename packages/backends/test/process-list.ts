import { execFileSync } from "node:child_process";

/** The living processes whose command line contains a text, according to `ps`, independently of the tested code. */
export function processesWith(text: string): number[] {
  const listed = execFileSync("ps", ["-eww", "-o", "pid=,stat=,args="], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  return listed.split("\n").flatMap((line) => {
    const [, pid, state = ""] = /^\s*(\d+)\s+(\S+)/.exec(line) ?? [];
    return line.includes(text) && !state.startsWith("Z") ? [Number(pid)] : [];
  });
}
