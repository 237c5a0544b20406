/** A URL that a link may open; null for others, which are shown as text. */
export function externalUrl(href: string | undefined): URL | null {
  if (href === undefined || !/^(?:https?|mailto):/i.test(href)) return null;
  return URL.canParse(href) ? new URL(href) : null;
}
