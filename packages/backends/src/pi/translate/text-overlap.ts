/** The length of the longest end of one text that is the beginning of the next. Runs in linear time for any texts. */
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

/** For each prefix of a text: the length of its longest proper border. */
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
