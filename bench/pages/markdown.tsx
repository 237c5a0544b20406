import "@polylog/web/theme/tokens.css";
import "@polylog/web/theme/base.css";
import { Text } from "@polylog/core";
import { StreamedMarkdown } from "@polylog/web/markdown/markdown.tsx";
import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import ReactMarkdown from "react-markdown";
import remarkGfm from "remark-gfm";
import { Streamdown } from "streamdown";
import { nextFrame } from "./next-frame.ts";

/** A growing text, drawn by each contestant. */
type Draw = (text: string, done: boolean) => ReactNode;

const plugins = [remarkGfm];

const contestants: Readonly<Record<string, () => Draw>> = {
  polylog: () => {
    let body = Text.empty;
    return (text, done) => {
      body = body.grow(body.length, text.slice(body.length));
      return <StreamedMarkdown body={body} live={!done} />;
    };
  },
  streamdown: () => (text) => <Streamdown>{text}</Streamdown>,
  "react-markdown": () => (text) => <ReactMarkdown remarkPlugins={plugins}>{text}</ReactMarkdown>,
};

let root: Root | null = null;
let draw: Draw = () => null;

const contest = {
  begin: async (name: string) => {
    root?.unmount();
    const place = document.querySelector("#root") as HTMLElement;
    root = createRoot(place);
    draw = contestants[name]?.() ?? draw;
    root.render(draw("", false));
    await nextFrame();
  },
  /** From one length of the text to another, by this many characters per frame. */
  grow: async (text: string, from: number, to: number, step: number) => {
    for (let at = from; at < to; ) {
      at = Math.min(to, at + step);
      root?.render(draw(text.slice(0, at), at === text.length));
      await nextFrame();
    }
  },
  /** The visible content, by kind. */
  shown: () => {
    const words = (selector: string, gap = " ") =>
      [...document.querySelectorAll(`#root :is(${selector})`)].map(({ textContent }) =>
        textContent?.replace(/\s+/g, gap).trim(),
      );
    return {
      headings: words("h1, h2, h3, h4, h5, h6, [role=heading]"),
      paragraphs: words("p"),
      items: words("li"),
      cells: words("td, th"),
      // Some contestants end a line of code with a character, others do not.
      code: words("pre", ""),
    };
  },
};

export type MarkdownContest = typeof contest;

Object.assign(window, { contest });
