const nothing = () => ({});

export const gfmFootnote = nothing;
export const gfmFootnoteHtml = nothing;
export const gfmFootnoteFromMarkdown = nothing;
export const gfmFootnoteToMarkdown = nothing;
