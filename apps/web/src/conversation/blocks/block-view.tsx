import type { Block, BlockKind } from "@polylog/core";
import { type FunctionComponent, memo, Suspense } from "react";
import { lazyPart } from "../../offline/load-part.ts";
import { CodeFile } from "./code-file.tsx";
import { Command } from "./command.tsx";
import { Diff } from "./diff.tsx";
import { ErrorReason } from "./error-reason.tsx";
import { Fields } from "./fields.tsx";
import { Files } from "./files.tsx";
import { ImageView } from "./image-view.tsx";
import { Json } from "./json.tsx";
import { Links } from "./links.tsx";
import { PlanText } from "./plan-text.tsx";
import { Prose } from "./prose.tsx";
import { Questions } from "./questions.tsx";
import { SessionWay } from "./session-way.tsx";
import { SubagentWindow } from "./subagent/subagent-window.tsx";
import { Todos } from "./todos.tsx";

/** Folded at first: it comes when it is opened, or ahead of that (`app/overlays.tsx`). */
const Output = lazyPart(async () => (await import("./output/output.tsx")).Output);

export interface BlockProps<K extends BlockKind> {
  readonly block: Extract<Block, { readonly kind: K }>;
}

type Renderers = { readonly [K in BlockKind]: FunctionComponent<BlockProps<K>> };

/** One renderer per kind of block: the compiler names the one that is missing. */
const renderers = {
  command: Command,
  output: (props) => (
    <Suspense>
      <Output {...props} />
    </Suspense>
  ),
  diff: Diff,
  code: CodeFile,
  text: Prose,
  files: Files,
  links: Links,
  todo: Todos,
  fields: Fields,
  json: Json,
  subagent: SubagentWindow,
  session: SessionWay,
  question: Questions,
  plan: PlanText,
  image: ImageView,
  error: ErrorReason,
} satisfies Renderers;

export const BlockView = memo(function BlockView({ block }: { readonly block: Block }) {
  const Renderer = renderers[block.kind] as FunctionComponent<{ readonly block: Block }>;
  return <Renderer block={block} />;
});
