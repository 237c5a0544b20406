const mostChars = 240;

/** The first line of a title, cut where it is long. What is cut ends with “…”. */
export function shortTitle(title: string): string {
  const [line = ""] = title.split("\n", 1);
  // A cut between the halves of a character would show one that is not there.
  const start = line.length <= mostChars ? line : line.slice(0, mostChars).replace(/[\ud800-\udbff]$/, "");
  return start === title ? title : `${start}…`;
}
