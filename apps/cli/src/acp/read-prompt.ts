import type { ContentBlock } from "@agentclientprotocol/sdk";
import type { Image } from "@polylog/core";

/** Converts an editor's prompt to a message's text and images. */
export function readPrompt(blocks: readonly ContentBlock[]): {
  readonly text: string;
  readonly images: Image[];
} {
  const texts: string[] = [];
  const images: Image[] = [];
  for (const block of blocks) {
    switch (block.type) {
      case "text":
        texts.push(block.text);
        break;
      case "image":
        images.push({ mediaType: block.mimeType, data: block.data });
        break;
      case "resource_link":
        texts.push(mention(block.uri));
        break;
      case "resource":
        texts.push(embedded(block.resource));
        break;
    }
  }
  return { text: texts.join(""), images };
}

/** A local file becomes a mention of its path; anything else stays an address. */
function mention(uri: string): string {
  if (!uri.startsWith("file://") || !URL.canParse(uri)) return uri;
  return `@${decodeURIComponent(new URL(uri).pathname)}`;
}

type Embedded = Extract<ContentBlock, { type: "resource" }>["resource"];

function embedded(resource: Embedded): string {
  const text = "text" in resource && typeof resource.text === "string" ? resource.text : null;
  if (text === null) return mention(resource.uri);
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `\n\n${mention(resource.uri)}\n${fence}\n${text}\n${fence}\n`;
}
