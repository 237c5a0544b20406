/** A line of highlighted code as pieces, each with its kind. */
export type CodeLine = readonly { readonly text: string; readonly kind: string | null }[];
