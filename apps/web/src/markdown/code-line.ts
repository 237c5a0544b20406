/** A line of coloured code: pieces, and what each is. */
export type CodeLine = readonly { readonly text: string; readonly kind: string | null }[];
