import { defined, type EventBody } from "@polylog/core";
import { type AppendedText, appendText, noAppendedText, wholeText } from "../../connection/appended-text.ts";
import type { RunRef } from "../../connection/translation.ts";
import { limits } from "../limits.ts";
import { StreamFault } from "./model-failure.ts";
import type { Finish, ProviderMetadata, StreamPart } from "./types.ts";

/** One part of a response, in order. */
export type ResponsePart =
  | { readonly type: "text"; readonly text: string; readonly metadata: ProviderMetadata | undefined }
  | { readonly type: "thinking"; readonly text: string; readonly metadata: ProviderMetadata | undefined }
  | ToolRequest;

/** A call as the model wrote it: its input may be invalid JSON. */
export interface ToolRequest {
  readonly type: "call";
  readonly callId: string;
  readonly toolName: string;
  readonly inputText: string;
  readonly metadata: ProviderMetadata | undefined;
}

export interface ReaderOptions {
  readonly responseId: string;
  readonly runRef: RunRef;
  /** Returns a call id that is unique in the run. */
  readonly nameCall: (given: string) => string;
}

interface OpenBlock {
  readonly type: "text" | "thinking";
  readonly block: number;
  text: AppendedText;
  metadata: ProviderMetadata | undefined;
  isShown: boolean;
}

interface OpenCall {
  readonly callId: string;
  readonly toolName: string;
  length: number;
}

/** Turns the parts of one response into events. Unknown part types are ignored. */
export class ResponseReader {
  readonly parts: ResponsePart[] = [];
  finish: Finish | null = null;
  private readonly options: ReaderOptions;
  private readonly blocks = new Map<string, OpenBlock>();
  private readonly calls = new Map<string, OpenCall>();
  /** Calls whose id was reused for another call before they were complete. */
  private readonly abandoned: OpenCall[] = [];
  private blockCount = 0;
  private chars = 0;

  constructor(options: ReaderOptions) {
    this.options = options;
  }

  get responseId(): string {
    return this.options.responseId;
  }

  /** Calls whose input started to arrive but never ended. */
  get unfinished(): readonly { readonly callId: string; readonly toolName: string }[] {
    return [...this.abandoned, ...this.calls.values()];
  }

  read(part: StreamPart): EventBody[] {
    switch (part.type) {
      case "text-start":
      case "reasoning-start":
        return this.start(part.type === "text-start" ? "text" : "thinking", part);
      case "text-delta":
      case "reasoning-delta":
        return this.grow(part.type === "text-delta" ? "text" : "thinking", part);
      case "text-end":
      case "reasoning-end":
        return this.end(
          `${part.type === "text-end" ? "text" : "thinking"} ${part.id}`,
          part.providerMetadata,
        );
      case "tool-input-start":
        return part.providerExecuted === true ? [] : this.startCall(part.id, part.toolName);
      case "tool-input-delta":
        return this.growCall(part.id, part.delta);
      case "tool-call":
        return part.providerExecuted === true ? [] : this.takeCall(part);
      case "finish":
        this.finish = part;
        return [];
      default:
        return [];
    }
  }

  /** Ends the texts that are still open, with their content so far. */
  close(): EventBody[] {
    return [...this.blocks.keys()].flatMap((key) => this.end(key, undefined));
  }

  private start(
    type: OpenBlock["type"],
    {
      id,
      providerMetadata,
    }: { readonly id: string; readonly providerMetadata?: ProviderMetadata | undefined },
  ): EventBody[] {
    const key = `${type} ${id}`;
    const ended = this.end(key, undefined);
    this.open(type, key, providerMetadata);
    return ended;
  }

  private open(type: OpenBlock["type"], key: string, metadata: ProviderMetadata | undefined): OpenBlock {
    const block: OpenBlock = {
      type,
      block: this.nextBlock(),
      text: noAppendedText,
      metadata,
      isShown: false,
    };
    this.blocks.set(key, block);
    return block;
  }

  private grow(
    type: OpenBlock["type"],
    { id, delta, providerMetadata }: Extract<StreamPart, { type: "text-delta" | "reasoning-delta" }>,
  ): EventBody[] {
    const key = `${type} ${id}`;
    const block = this.blocks.get(key) ?? this.open(type, key, undefined);
    block.metadata = merge(block.metadata, providerMetadata);
    if (delta === "") return [];
    this.count(delta.length);
    const offset = block.text.length;
    block.text = appendText(block.text, delta);
    const place = this.placeOf(block);
    if (type === "text") return [{ type: "text_delta", ...place, offset, delta }];
    const begun: EventBody[] = block.isShown ? [] : [{ type: "thinking_start", ...place }];
    block.isShown = true;
    return [...begun, { type: "thinking_delta", ...place, offset, delta }];
  }

  private end(key: string, more: ProviderMetadata | undefined): EventBody[] {
    const block = this.blocks.get(key);
    if (block === undefined) return [];
    this.blocks.delete(key);
    const { type } = block;
    const text = wholeText(block.text);
    const metadata = merge(block.metadata, more);
    this.parts.push({ type, text, metadata });
    const place = this.placeOf(block);
    if (type === "text") return text === "" ? [] : [{ type: "text_done", ...place, text }];
    const redacted = text === "" && fieldIn(metadata, "redactedData") !== null;
    if (text === "" && !redacted) return [];
    const signature = fieldIn(metadata, "signature");
    return [
      ...(block.isShown ? [] : [{ type: "thinking_start" as const, ...place }]),
      {
        type: "thinking_done",
        ...place,
        text,
        ...(redacted ? { redacted } : {}),
        ...defined({ signature }),
      },
    ];
  }

  /** Earlier texts end before a call, even if the server ends them later. */
  private startCall(id: string, toolName: string): EventBody[] {
    const ended = this.close();
    const before = this.calls.get(id);
    if (before !== undefined) this.abandoned.push(before);
    this.nextBlock();
    const call = { callId: this.options.nameCall(id), toolName: toolName || "unknown", length: 0 };
    this.calls.set(id, call);
    const { responseId, runRef } = this.options;
    const { callId } = call;
    return [...ended, { type: "tool_call_start", callId, toolName: call.toolName, responseId, ...runRef }];
  }

  private growCall(id: string, delta: string): EventBody[] {
    const call = this.calls.get(id);
    if (call === undefined || delta === "") return [];
    this.count(delta.length);
    const { callId, toolName, length: offset } = call;
    call.length += delta.length;
    const { responseId, runRef } = this.options;
    return [{ type: "tool_input_delta", callId, toolName, offset, delta, responseId, ...runRef }];
  }

  private takeCall(part: Extract<StreamPart, { type: "tool-call" }>): EventBody[] {
    const begun = this.calls.get(part.toolCallId);
    // Some servers send a complete call without announcing it.
    const announced = begun === undefined ? this.startCall(part.toolCallId, part.toolName) : [];
    const { callId, toolName } = this.calls.get(part.toolCallId) as OpenCall;
    this.calls.delete(part.toolCallId);
    if (begun === undefined) this.count(part.input.length);
    const metadata = part.providerMetadata;
    this.parts.push({ type: "call", callId, toolName, inputText: part.input, metadata });
    return announced;
  }

  private placeOf({ block }: OpenBlock) {
    const { responseId, runRef } = this.options;
    return { responseId, block, ...runRef };
  }

  private nextBlock(): number {
    if (this.blockCount >= limits.answerParts)
      throw new StreamFault("answer_too_long", `The response has more than ${limits.answerParts} parts.`);
    return this.blockCount++;
  }

  private count(chars: number): void {
    this.chars += chars;
    if (this.chars > limits.answerChars) {
      throw new StreamFault(
        "answer_too_long",
        `The response is longer than ${limits.answerChars} characters.`,
      );
    }
  }
}

/**
 * Merges the metadata that a provider expects back with a part. It arrives in pieces, the last one at the part's end.
 */
function merge(
  a: ProviderMetadata | undefined,
  b: ProviderMetadata | undefined,
): ProviderMetadata | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return Object.fromEntries(keys.map((key) => [key, { ...a[key], ...b[key] }]));
}

function fieldIn(metadata: ProviderMetadata | undefined, field: string): string | null {
  for (const own of Object.values(metadata ?? {})) {
    const value = own[field];
    if (typeof value === "string" && value !== "") return value;
  }
  return null;
}
