import type { AskChoice, AskCoverage, PermissionOffer } from "@polylog/core";

/** The distinct offers of all lasting answers, the narrowest first. */
export function offersOf(choices: readonly AskChoice[]): readonly PermissionOffer[] {
  const found: PermissionOffer[] = [];
  for (const { offer } of choices.flatMap(({ covers }) => covers))
    if (offer !== null && !found.some((each) => isSameOffer(each, offer))) found.push(offer);
  return found;
}

/** The coverage of an answer under the chosen offer, or its narrowest one if it does not have that offer. */
export function coverageFor({ covers }: AskChoice, chosen: PermissionOffer | null): AskCoverage | undefined {
  const same = covers.find(({ offer }) => offer !== null && chosen !== null && isSameOffer(offer, chosen));
  return same ?? covers[0];
}

export function isSameOffer(a: PermissionOffer, b: PermissionOffer): boolean {
  return a.match === b.match && a.pattern === b.pattern;
}
