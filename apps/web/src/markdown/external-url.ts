/** An address that a link may lead to; null for every other, which is shown as text. */
export function externalUrl(href: string | undefined): URL | null {
  if (href === undefined || !/^(?:https?|mailto):/i.test(href)) return null;
  return URL.canParse(href) ? new URL(href) : null;
}
