import type { Components } from "hast-util-to-jsx-runtime";
import { ExternalLink, ImageIcon } from "lucide-react";
import { type ComponentProps, isValidElement, type ReactNode } from "react";
import { Scroller } from "../ui/scroller.tsx";
import { CodeBlock } from "./code.tsx";
import { externalUrl } from "./external-url.ts";
import { Formula } from "./formula.tsx";
import { mathMarks } from "./mark-math.ts";
import styles from "./markdown.module.css";

/**
 * The elements that Markdown is rendered to. Links from agents show their target, and images never load
 * automatically.
 */
export const elements: Components = {
  a: ({ href, children }) => <SafeLink href={href}>{children}</SafeLink>,
  img: ({ src, alt }) => <ImageLink src={typeof src === "string" ? src : undefined} alt={alt} />,
  pre: ({ children }) => <Fence>{children}</Fence>,
  code: ({ children }) => <CodeSpan>{children}</CodeSpan>,
  table: ({ children }) => (
    <Scroller label="Table" className={styles.table}>
      <table dir="auto">{children}</table>
    </Scroller>
  ),
  input: ({ checked, type }) => (
    <input
      type={type}
      checked={checked}
      disabled
      readOnly
      aria-label={checked === true ? "Done" : "Not done"}
      className={styles.box}
    />
  ),
  // Each block uses the direction of its first letter.
  p: ({ children }) => <p dir="auto">{children}</p>,
  ul: ({ children, className }) => (
    <ul dir="auto" className={className}>
      {children}
    </ul>
  ),
  ol: ({ children, className, start }) => (
    <ol dir="auto" className={className} start={start}>
      {children}
    </ol>
  ),
  blockquote: ({ children }) => <blockquote dir="auto">{children}</blockquote>,
  h1: heading(3, "h1"),
  h2: heading(3, "h2"),
  h3: heading(3, "h3"),
  h4: heading(4, "h4"),
  h5: heading(4, "h4"),
  h6: heading(4, "h4"),
};

/** Headings in messages rank below those of the page, without gaps, whatever level the message starts with. */
function heading(level: 3 | 4, look: "h1" | "h2" | "h3" | "h4") {
  return function Heading({ children }: { readonly children?: ReactNode }) {
    return (
      // biome-ignore lint/a11y/useSemanticElements: the level is a number here.
      <div role="heading" dir="auto" aria-level={level} className={styles[look]}>
        {children}
      </div>
    );
  };
}

function CodeSpan({ children }: { readonly children?: ReactNode }) {
  const text = textOf(children);
  const isDisplay = text.startsWith(mathMarks.display);
  return isDisplay || text.startsWith(mathMarks.inline) ? (
    <Formula tex={text.slice(1)} display={isDisplay} />
  ) : (
    <code className={styles.code}>{children}</code>
  );
}

function SafeLink({ href, children }: { readonly href: string | undefined; readonly children: ReactNode }) {
  const url = externalUrl(href);
  if (url === null) return <span>{children}</span>;
  return (
    <a href={url.href} target="_blank" rel="noopener noreferrer nofollow" title={url.href}>
      {children}
    </a>
  );
}

function ImageLink({ src, alt }: { readonly src: string | undefined; readonly alt: string | undefined }) {
  const url = externalUrl(src);
  const name = alt || "Image";
  if (url === null) return <span className={styles.image}>{name}</span>;
  return (
    <a
      href={url.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      className={styles.image}
      title={url.href}
    >
      <ImageIcon size={14} />
      {name} <span className={styles.host}>{url.host}</span>
      <ExternalLink size={12} />
    </a>
  );
}

/** A code fence inside a list or a quote. */
function Fence({ children }: { readonly children: ReactNode }) {
  if (!isValidElement<ComponentProps<"code">>(children)) return <pre>{children}</pre>;
  const language = /language-(\S+)/.exec(children.props.className ?? "")?.[1] ?? null;
  return <CodeBlock code={textOf(children.props.children).replace(/\n$/, "")} language={language} />;
}

function textOf(node: ReactNode): string {
  if (typeof node === "string") return node;
  return Array.isArray(node) ? node.map(textOf).join("") : "";
}
