import type { EncodeOptions } from "./encode.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** The terminal's capabilities, derived from the environment. */
export interface Capabilities extends EncodeOptions {
  readonly unicode: boolean;
  readonly reflows: boolean;
  /** Whether it is a terminal that answers queries. */
  readonly answers: boolean;
}

export function capabilitiesOf(env: Environment, isTty: boolean): Capabilities {
  const term = env.TERM ?? "";
  const isDumb = !isTty || term === "dumb" || term === "";
  const noColor = (env.NO_COLOR ?? "") !== "" || isDumb;
  return {
    colors: isForced(env) || !noColor,
    effects: !isDumb,
    links: !isDumb && term !== "linux",
    unicode: isUnicode(env),
    reflows: !isDumb && !keepsLines(env),
    answers: !isDumb && term !== "linux",
  };
}

function isForced({ FORCE_COLOR }: Environment): boolean {
  return FORCE_COLOR !== undefined && FORCE_COLOR !== "" && FORCE_COLOR !== "0";
}

function isUnicode(env: Environment): boolean {
  if (env.TERM === "linux") return false;
  const locale = env.LC_ALL || env.LC_CTYPE || env.LANG || "";
  // Without a locale, as in many containers, terminals still use UTF-8.
  return locale === "" || locale === "C" || locale === "POSIX" || /utf-?8/i.test(locale);
}

/** Terminals that truncate lines instead of wrapping them when the window becomes narrower. */
function keepsLines({ TERM = "", TMUX, XTERM_VERSION }: Environment): boolean {
  return (
    TERM === "linux" ||
    (TMUX === undefined && (XTERM_VERSION !== undefined || TERM === "screen" || TERM.startsWith("screen.")))
  );
}
