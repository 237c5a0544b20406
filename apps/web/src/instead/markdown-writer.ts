/** Takes the place of `mdast-util-to-markdown`, which the GFM plugin brings along: nothing here writes Markdown. */
export const defaultHandlers = {};
export const toMarkdown = () => "";
