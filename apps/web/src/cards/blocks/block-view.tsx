import type { Block, BlockKind } from "@polylog/core";
import { type FunctionComponent, memo, Suspense } from "react";
import { lazyPart } from "../../offline/load-part.ts";
import { CodeFileBlock, CommandBlock, JsonBlock } from "./code-blocks.tsx";
import { DiffBlock } from "./diff.tsx";
import { ImageBlock } from "./image-view.tsx";
import { FieldsBlock, FilesBlock, LinksBlock, QuestionsBlock, TodoBlock } from "./list-blocks.tsx";
import { SubagentWindow } from "./subagent/subagent-window.tsx";
import { ErrorBlock, PlanBlock, SessionLinkBlock, TextBlock } from "./text-blocks.tsx";

/** Collapsed at first: its code loads when it is opened, or earlier (`app/overlays.tsx`). */
const OutputBlock = lazyPart(async () => (await import("./output/output.tsx")).OutputBlock);

export interface BlockProps<K extends BlockKind> {
  readonly block: Extract<Block, { readonly kind: K }>;
}

type Renderers = { readonly [K in BlockKind]: FunctionComponent<BlockProps<K>> };

/** One renderer per kind of block. A missing one is a type error. */
const renderers = {
  command: CommandBlock,
  output: (props) => (
    <Suspense>
      <OutputBlock {...props} />
    </Suspense>
  ),
  diff: DiffBlock,
  code: CodeFileBlock,
  text: TextBlock,
  files: FilesBlock,
  links: LinksBlock,
  todo: TodoBlock,
  fields: FieldsBlock,
  json: JsonBlock,
  subagent: SubagentWindow,
  session: SessionLinkBlock,
  question: QuestionsBlock,
  plan: PlanBlock,
  image: ImageBlock,
  error: ErrorBlock,
} satisfies Renderers;

export const BlockView = memo(function BlockView({ block }: { readonly block: Block }) {
  const Renderer = renderers[block.kind] as FunctionComponent<{ readonly block: Block }>;
  return <Renderer block={block} />;
});
