import type { fromMarkdown } from "mdast-util-from-markdown";

/** The node types of the Markdown parser. */
export type BlockNode = ReturnType<typeof fromMarkdown>["children"][number];
export type InlineNode = Extract<BlockNode, { readonly type: "paragraph" }>["children"][number];
export type ListNode = Extract<BlockNode, { readonly type: "list" }>;
export type ListItemNode = ListNode["children"][number];
export type TableNode = Extract<BlockNode, { readonly type: "table" }>;
