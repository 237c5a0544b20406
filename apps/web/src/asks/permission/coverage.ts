import type { AskChoice, AskCoverage, PermissionOffer } from "@polylog/core";

/** What lasting answers can be for, each once and the narrowest first. */
export function offersOf(choices: readonly AskChoice[]): readonly PermissionOffer[] {
  const found: PermissionOffer[] = [];
  for (const { offer } of choices.flatMap(({ covers }) => covers))
    if (offer !== null && !found.some((each) => isSameOffer(each, offer))) found.push(offer);
  return found;
}

/** What an answer covers under the chosen offer; its narrowest where it does not have that one. */
export function coverageFor({ covers }: AskChoice, chosen: PermissionOffer | null): AskCoverage | undefined {
  const same = covers.find(({ offer }) => offer !== null && chosen !== null && isSameOffer(offer, chosen));
  return same ?? covers[0];
}

export function isSameOffer(a: PermissionOffer, b: PermissionOffer): boolean {
  return a.match === b.match && a.pattern === b.pattern;
}
