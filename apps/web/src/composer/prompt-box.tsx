import {
  expandPastes,
  firstKey,
  type Image,
  isLargePaste,
  type KeyAction,
  messageOf,
  type Pastes,
  pasteName,
  webKeyAction,
} from "@polylog/core";
import { ArrowUp, ImagePlus } from "lucide-react";
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { lazyPart } from "../offline/load-part.ts";
import { IconButton } from "../ui/button.tsx";
import { cx } from "../ui/cx.ts";
import { isPhone } from "../ui/focus/focus-message.ts";
import { Spinner } from "../ui/spinner.tsx";
import { readImages } from "./images.ts";
import { limits } from "./limits.ts";
import styles from "./prompt-box.module.css";
import { replaceTrigger, type Trigger, triggerAt } from "./suggestions/trigger.ts";
import { type Suggestion, useSuggestions } from "./suggestions/use-suggestions.ts";
import { useFieldHeight } from "./use-field-height.ts";
import { useHistory } from "./use-history.ts";

const SuggestionList = lazyPart(
  async () => (await import("./suggestions/suggestion-list.tsx")).SuggestionList,
);
const Attachments = lazyPart(async () => (await import("./attachments.tsx")).Attachments);

export interface Prompt {
  readonly text: string;
  readonly images: readonly Image[];
}

/** How a message is sent while a run is active: as configured, the other way, or always queued. */
export type Sending = "usual" | "other" | "queue";

interface PromptBoxProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly placeholder: string;
  /** True if the message was accepted: the field is cleared. False if the page asks for something first. */
  readonly onSend: (prompt: Prompt, how: Sending) => Promise<boolean>;
  readonly commands: readonly Suggestion[];
  readonly projectRoot: string | null;
  readonly said: () => readonly string[];
  readonly onCycleMode?: () => void;
  /** A run is active, so Tab queues the message. */
  readonly canQueue?: boolean;
  readonly isDisabled?: boolean;
  /** The controls below the field. */
  readonly children: ReactNode;
  readonly sendLabel: string;
  readonly autoFocus?: boolean;
}

/** The field that messages agents. */
export function PromptBox(props: PromptBoxProps) {
  const { text, onText, placeholder, onSend, commands, projectRoot, isDisabled = false, children } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const chooser = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [caret, setCaret] = useState(0);
  const [active, setActive] = useState(0);
  const [isDismissed, setDismissed] = useState(false);
  const [images, setImages] = useState<readonly Image[]>([]);
  const [pastes, setPastes] = useState<Pastes>(new Map());
  const [failure, setFailure] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  /** Prompts that were submitted while the previous message was still being sent. */
  const [next, setNext] = useState<readonly SubmittedPrompt[]>([]);
  const escapedAt = useRef(0);
  /** The caret position in a text that was not typed. */
  const placed = useRef<{ readonly value: string; readonly at: number } | null>(null);
  const [isOver, setOver] = useState(false);
  const history = useHistory(props.said);
  /** The text before Ctrl+R; null if no search is active. */
  const [soughtFrom, setSoughtFrom] = useState<string | null>(null);
  const trigger = triggerOf({ text, caret, isDismissed, isSeeking: soughtFrom !== null });
  const suggestions = useSuggestions(trigger, commands, projectRoot, props.said);
  const chosen = suggestions[Math.min(active, suggestions.length - 1)];
  useFieldHeight(field, text);

  const write = (value: string, at: number = value.length) => {
    onText(value);
    setCaret(at);
    setActive(0);
    setDismissed(false);
    setSoughtFrom(null);
    placed.current = { value, at };
  };
  // A layout effect, so that it runs before the next key.
  useLayoutEffect(() => {
    if (placed.current?.value !== text) return;
    const { at } = placed.current;
    placed.current = null;
    field.current?.setSelectionRange(at, at);
  });
  const take = (suggestion: Suggestion) => {
    if (trigger === null) return;
    if (suggestion.run !== undefined) {
      write("");
      return suggestion.run();
    }
    const replaced = replaceTrigger(text, trigger, suggestion.insert);
    write(replaced.text, replaced.caret);
  };
  const isEmpty = text.trim() === "" && images.length === 0;
  const textNow = useRef(text);
  textNow.current = text;
  const send = async (how: Sending) => {
    if (isEmpty || isDisabled) return;
    if (isSending) return setNext([...next, { text, how }]);
    await sendNow({ text, how });
  };
  const sendNow = async ({ text: sent, how }: SubmittedPrompt) => {
    setSending(true);
    setFailure(null);
    try {
      if (!(await onSend({ text: expandPastes(sent, pastes), images }, how))) return;
      // Text typed while the message was being sent stays in the field.
      const left = afterSent(textNow.current, sent);
      write(left);
      setNext((waiting) => waiting.map((each) => ({ ...each, text: afterSent(each.text, sent) })));
      setImages((now) => now.filter((image) => !images.includes(image)));
      if (left === "") setPastes(new Map());
      history.reset();
      field.current?.focus();
    } catch (error) {
      setNext([]);
      setFailure(messageOf(error));
      field.current?.focus();
    } finally {
      setSending(false);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a failure in one folder says nothing about another.
  useEffect(() => setFailure(null), [projectRoot]);
  useEffect(() => {
    const [first, ...rest] = next;
    if (isSending || first === undefined) return;
    setNext(rest);
    if (first.text !== "" || images.length > 0) void sendNow(first);
  });
  const addFiles = async (files: readonly File[]) => {
    if (files.length === 0) return;
    const { images: read, refused } = await readImages(files, limits.images - images.length);
    setImages((before) => [...before, ...read]);
    setFailure(refused);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // An input method handles all keys while it composes.
    if (event.nativeEvent.isComposing || event.keyCode === 229) return;
    if (chosen !== undefined && handledBySuggestions(event)) return event.preventDefault();
    if (soughtFrom !== null && webKeyAction("suggestions", event) === "dismiss-suggestions") {
      event.preventDefault();
      return write(soughtFrom);
    }
    const { value, selectionStart } = event.currentTarget;
    const isAgain = performance.now() - escapedAt.current <= limits.doubleMs;
    const before = [
      ...(isAgain ? ["Esc"] : []),
      ...(selectionStart > 0 && value[selectionStart - 1] === "\\" ? ["\\"] : []),
    ];
    if (webKeyAction("session", event) === "interrupt" && text === "") escapedAt.current = performance.now();
    const action = webKeyAction("message", event, before);
    if (action !== null && messageHandlers(event)[action]() !== false) event.preventDefault();
  };
  /** A handler returns false to leave the key to the browser or the page. */
  const messageHandlers = (
    event: KeyboardEvent<HTMLTextAreaElement>,
  ): Readonly<Record<KeyAction<"web", "message">, () => unknown>> => ({
    send: () => !isPhone() && void send("usual"),
    "send-other-way": () => !isPhone() && void send("other"),
    queue: () => props.canQueue === true && !isEmpty && void send("queue"),
    // For Shift+Enter the browser inserts the line break.
    "new-line": () => !event.shiftKey && breakLine(event.currentTarget),
    "next-mode": () => (props.onCycleMode === undefined ? false : props.onCycleMode()),
    "older-message": () => recall(event.currentTarget, "older"),
    "newer-message": () => recall(event.currentTarget, "newer"),
    "search-messages": () => props.said().length > 0 && setSoughtFrom(soughtFrom ?? text),
    "edit-last-message": () => recallLast(),
  });
  /** Inserts a line break at the caret. It replaces the selection and a backslash before it. */
  const breakLine = ({ selectionStart, selectionEnd }: HTMLTextAreaElement) => {
    const before = text.slice(0, selectionStart).replace(/\\$/, "");
    write(`${before}\n${text.slice(selectionEnd)}`, before.length + 1);
  };
  /** Returns false, because the same key may also stop a run. */
  const recallLast = (): false => {
    const last = text === "" ? history.back(text) : null;
    if (last !== null) write(last);
    return false;
  };
  const handledBySuggestions = (event: KeyboardEvent): boolean => {
    const step = (by: number) => setActive((active + by + suggestions.length) % suggestions.length);
    const handlers: Readonly<Record<KeyAction<"web", "suggestions">, () => void>> = {
      "previous-suggestion": () => step(-1),
      "next-suggestion": () => step(1),
      "accept-suggestion": () => take(chosen as Suggestion),
      "dismiss-suggestions": () => (soughtFrom === null ? setDismissed(true) : write(soughtFrom)),
    };
    const isNext = soughtFrom !== null && webKeyAction("message", event) === "search-messages";
    const { key, altKey } = event;
    // Shift+Enter is the only key with a modifier that means something else here.
    const shiftKey = event.shiftKey && key === "Enter";
    const chord = { key, altKey, shiftKey, ctrlKey: false, metaKey: false };
    const action = isNext ? "next-suggestion" : webKeyAction("suggestions", chord);
    if (action !== null) handlers[action]();
    return action !== null;
  };
  /** Up at the start of the text recalls an older message, Down at its end a newer one. */
  const recall = (
    { selectionStart, selectionEnd }: HTMLTextAreaElement,
    direction: "older" | "newer",
  ): boolean => {
    if (selectionStart !== selectionEnd) return false;
    const isOlder = direction === "older";
    if (isOlder ? selectionStart !== 0 : selectionEnd !== text.length) return false;
    const found = isOlder ? history.back(text) : history.forth();
    if (found === null) return false;
    write(found, isOlder ? 0 : found.length);
    return true;
  };
  const onPaste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const files = [...event.clipboardData.files];
    if (files.length > 0) {
      event.preventDefault();
      return void addFiles(files);
    }
    const pasted = event.clipboardData.getData("text/plain");
    if (!isLargePaste(pasted, limits)) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const name = pasteName(pasted, pastes);
    setPastes(new Map([...pastes, [name, pasted]]));
    write(text.slice(0, selectionStart) + name + text.slice(selectionEnd), selectionStart + name.length);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void addFiles([...event.dataTransfer.files]);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a drop target for images; the button next to it does the same.
    <div
      className={cx(styles.box, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <Suspense>
        {suggestions.length > 0 && (
          <SuggestionList
            id={listId}
            suggestions={suggestions}
            active={Math.min(active, suggestions.length - 1)}
            onTake={take}
          />
        )}
      </Suspense>
      {(images.length > 0 || pastes.size > 0) && (
        <Suspense>
          <Attachments
            images={images}
            pastes={pastes}
            onRemoveImage={(index) => setImages(images.filter((_, at) => at !== index))}
            onExpand={(name) => write(expandPastes(text, new Map([[name, pastes.get(name) ?? ""]])))}
            text={text}
          />
        </Suspense>
      )}
      <textarea
        ref={field}
        data-message={soughtFrom === null ? "idle" : "seeking"}
        className={styles.field}
        rows={1}
        dir="auto"
        value={text}
        placeholder={soughtFrom === null ? placeholder : "Search your messages"}
        aria-label="Message"
        aria-controls={suggestions.length > 0 ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={
          chosen === undefined ? undefined : `${listId}-${Math.min(active, suggestions.length - 1)}`
        }
        enterKeyHint={isPhone() ? "enter" : "send"}
        // biome-ignore lint/a11y/noAutofocus: people open a session to write; on a phone the field gets no focus.
        autoFocus={props.autoFocus === true && !isPhone()}
        onChange={({ target }) => {
          placed.current = null;
          onText(target.value);
          setCaret(target.selectionStart);
          setActive(0);
          setDismissed(false);
          history.reset();
        }}
        onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
        onKeyDown={onKeyDown}
        onPaste={onPaste}
      />
      {failure !== null && (
        <p className={styles.failure} role="alert">
          {failure} Your message is still here.
        </p>
      )}
      <div className={styles.controls}>
        <IconButton label="Add images" onClick={() => chooser.current?.click()}>
          <ImagePlus size={16} />
        </IconButton>
        <input
          ref={chooser}
          type="file"
          accept="image/*"
          multiple
          hidden
          onChange={({ target }) => {
            void addFiles([...(target.files ?? [])]);
            target.value = "";
          }}
        />
        {children}
        <IconButton
          label={props.sendLabel}
          keys={firstKey("web", "send")}
          className={styles.send}
          disabled={isEmpty || isSending || isDisabled}
          onClick={() => void send("usual")}
        >
          {isSending ? <Spinner label="Sending" /> : <ArrowUp size={16} strokeWidth={2.4} />}
        </IconButton>
      </div>
    </div>
  );
}

/** Removes the sent text from the field and keeps the rest. */
function afterSent(now: string, sent: string): string {
  return now.startsWith(sent) ? now.slice(sent.length).trimStart() : now;
}

interface SubmittedPrompt {
  readonly text: string;
  readonly how: Sending;
}

interface Typing {
  readonly text: string;
  readonly caret: number;
  readonly isDismissed: boolean;
  readonly isSeeking: boolean;
}

function triggerOf({ text, caret, isDismissed, isSeeking }: Typing): Trigger | null {
  if (isSeeking) return { kind: "history", typed: text, from: 0, to: text.length };
  return isDismissed ? null : triggerAt(text, caret);
}
