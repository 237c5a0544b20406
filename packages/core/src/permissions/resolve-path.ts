/** A path without `.`, `..` and doubled slashes, from the root on where that is known. Links are not followed. */
export function resolvePath(path: string, root: string | undefined): string {
  const whole = path.startsWith("/") || root === undefined ? path : `${root}/${path}`;
  const isAbsolute = whole.startsWith("/");
  const parts: string[] = [];
  for (const part of whole.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else if (part !== ".." || !isAbsolute) parts.push(part);
  }
  return `${isAbsolute ? "/" : ""}${parts.join("/")}` || ".";
}
