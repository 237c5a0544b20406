const mostChars = 240;

/** The first line of a title. A long one is cut and ends with “…”. */
export function shortTitle(title: string): string {
  const [line = ""] = title.split("\n", 1);
  // A cut inside a surrogate pair would show an invalid character.
  const start = line.length <= mostChars ? line : line.slice(0, mostChars).replace(/[\ud800-\udbff]$/, "");
  return start === title ? title : `${start}…`;
}
