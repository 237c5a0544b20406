/** Returns a function that says whether a position in Markdown is in code. Ask for positions in ascending order. */
export function codeSpans(text: string): (place: number) => boolean {
  const stretches = codeStretches(text);
  let at = 0;
  return (place) => {
    while (at < stretches.length && (stretches[at + 1] as number) <= place) at += 2;
    return at < stretches.length && (stretches[at] as number) <= place;
  };
}

const fenceLine = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** Start and end positions of code, alternating. Plain numbers, because a text may contain many backticks. */
function codeStretches(text: string): number[] {
  const stretches: number[] = [];
  let fence: string | null = null;
  /** The end of the last code block. `begun` is the start of the unclosed one. */
  let done = 0;
  let begun = 0;
  for (let start = 0; start <= text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    const [, mark, rest = ""] = fenceLine.exec(text.slice(start, end)) ?? [];
    if (fence === null && mark !== undefined && !(mark.startsWith("`") && rest.includes("`"))) {
      addSpans(stretches, text, done, start);
      fence = mark;
      begun = start;
    } else if (fence !== null && mark?.startsWith(fence) && rest.trim() === "") {
      stretches.push(begun, end);
      fence = null;
      done = end;
    }
    start = end + 1;
  }
  if (fence === null) addSpans(stretches, text, done, text.length);
  else stretches.push(begun, text.length);
  return stretches;
}

/** Adds the text between two backtick rows of equal length. */
function addSpans(stretches: number[], text: string, from: number, to: number): void {
  const starts: number[] = [];
  const ends: number[] = [];
  for (let at = text.indexOf("`", from); at !== -1 && at < to; at = text.indexOf("`", at)) {
    starts.push(at);
    while (text[at] === "`") at++;
    ends.push(at);
  }
  const closes = closingEnds(starts, ends);
  let done = from;
  for (let row = 0; row < starts.length; row++) {
    const start = starts[row] as number;
    const end = closes[row] as number;
    if (start < done || end === 0) continue;
    stretches.push(start, end);
    done = end;
  }
}

/** For each row, the end of the next row of the same length, or 0. */
function closingEnds(starts: readonly number[], ends: readonly number[]): number[] {
  const closes: number[] = Array(starts.length).fill(0);
  const next = new Map<number, number>();
  for (let row = starts.length - 1; row >= 0; row--) {
    const end = ends[row] as number;
    const length = end - (starts[row] as number);
    closes[row] = next.get(length) ?? 0;
    next.set(length, end);
  }
  return closes;
}
