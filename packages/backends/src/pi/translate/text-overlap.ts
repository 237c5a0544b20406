/**
 * How many characters at the end of one text are the beginning of the next: the most there are. In time that grows
 * with the texts, whatever is in them.
 */
export function overlapOf(before: string, after: string): number {
  const borders = bordersOf(after);
  let matched = 0;
  for (let at = 0; at < before.length; at++) {
    const character = before[at];
    while (matched > 0 && (matched === after.length || after[matched] !== character)) {
      matched = borders[matched - 1] as number;
    }
    if (after[matched] === character) matched++;
  }
  return matched;
}

/** For each beginning of a text: how much of it is also its end, apart from itself. */
function bordersOf(text: string): Uint32Array {
  const borders = new Uint32Array(text.length);
  let length = 0;
  for (let at = 1; at < text.length; at++) {
    while (length > 0 && text[at] !== text[length]) length = borders[length - 1] as number;
    if (text[at] === text[length]) length++;
    borders[at] = length;
  }
  return borders;
}
