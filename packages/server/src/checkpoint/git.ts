import { type AgentProcess, startProcess } from "@polylog/backends";
import { limits } from "./limits.ts";

export interface GitAnswer {
  readonly code: number | null;
  /** The output of git, up to a limit. */
  readonly output: Buffer;
  /** Whether the output was truncated. */
  readonly cut: boolean;
  readonly stderr: string;
}

/** Why a git command failed. */
export class GitFailure extends Error {
  readonly code: "no_git" | "timed_out" | "git_failed";

  constructor(code: GitFailure["code"], message: string) {
    super(message);
    this.name = "GitFailure";
    this.code = code;
  }
}

export interface GitPlace {
  readonly folder: string;
  readonly workTree: string;
}

export interface GitOptions {
  /** Lines for the standard input. */
  readonly input?: Iterable<string> | undefined;
  readonly indexFile?: string | undefined;
  readonly maxBytes?: number | undefined;
}

/** Runs git on a repository of Polylog's, with a deadline. The user's git configuration has no effect. */
export class Git {
  private readonly place: GitPlace;
  private readonly deadline: number;

  constructor(place: GitPlace) {
    this.place = place;
    this.deadline = performance.now() + limits.operationMs;
  }

  /** Returns the output of git. Throws if git fails. */
  async output(args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
    const { code, output, cut, stderr } = await this.run(args, options);
    if (code !== 0 || cut) throw new GitFailure("git_failed", `git ${args[0]} failed: ${stderr.slice(-500)}`);
    return output;
  }

  async text(args: readonly string[], options: GitOptions = {}): Promise<string> {
    return (await this.output(args, options)).toString("utf8").trim();
  }

  async run(args: readonly string[], options: GitOptions = {}): Promise<GitAnswer> {
    const { input = [], maxBytes = limits.answerBytes } = options;
    const pieces: Buffer[] = [];
    const errors: Buffer[] = [];
    let bytes = 0;
    let git: AgentProcess | null = null;
    const started = await startProcess({
      command: "git",
      args: ["--literal-pathspecs", ...settings, ...args],
      cwd: this.place.workTree,
      env: this.environment(options.indexFile),
      onOutput: (chunk, stream) => {
        if (stream === "stderr") errors.push(Buffer.from(chunk.subarray(-1000)));
        else if (bytes < maxBytes) pieces.push(Buffer.from(chunk.subarray(0, maxBytes - bytes)));
        if (errors.length > 10) errors.shift();
        if (stream === "stdout") bytes += chunk.length;
        if (bytes > maxBytes) void git?.stop({ graceMs: 0 });
        return undefined;
      },
    });
    if (!started.ok) {
      throw new GitFailure(
        started.failure.code === "program_not_found" ? "no_git" : "git_failed",
        started.failure.message,
      );
    }
    git = started.process;
    let isLate = false;
    const timer = setTimeout(
      () => {
        isLate = true;
        void git?.stop({ graceMs: 0 });
      },
      Math.max(0, this.deadline - performance.now()),
    );
    try {
      await Promise.all(Array.from(input, (line) => started.process.write(line)));
      git.endInput();
      const { code } = await git.exit;
      await git.outputEnd;
      if (isLate) throw new GitFailure("timed_out", `git took longer than ${limits.operationMs} ms.`);
      return {
        code,
        output: Buffer.concat(pieces),
        cut: bytes > maxBytes,
        stderr: Buffer.concat(errors).toString("utf8"),
      };
    } finally {
      clearTimeout(timer);
    }
  }

  private environment(indexFile: string | undefined): Record<string, string> {
    const { folder, workTree } = this.place;
    return {
      GIT_DIR: folder,
      GIT_WORK_TREE: workTree,
      GIT_INDEX_FILE: indexFile ?? `${folder}/index`,
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_ATTR_NOSYSTEM: "1",
      GIT_OPTIONAL_LOCKS: "0",
      GIT_TERMINAL_PROMPT: "0",
      // Fixed authors and dates give the same state the same hash at any time.
      ...forBoth(["AUTHOR", "COMMITTER"]),
      LC_ALL: "C",
    };
  }
}

const settings = [
  ["core.hooksPath", "/dev/null"],
  ["core.autocrlf", "false"],
  ["core.fsmonitor", "false"],
  ["core.untrackedCache", "false"],
  ["core.quotePath", "false"],
  ["core.precomposeUnicode", "false"],
  ["core.looseCompression", "1"],
  ["gc.auto", "0"],
].flatMap(([name, value]) => ["-c", `${name}=${value}`]);

function forBoth(roles: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    roles.flatMap((role) => [
      [`GIT_${role}_NAME`, "polylog"],
      [`GIT_${role}_EMAIL`, "polylog@localhost"],
      [`GIT_${role}_DATE`, "2000-01-01T00:00:00Z"],
    ]),
  );
}
