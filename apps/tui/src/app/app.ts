import type { Client } from "@polylog/client";
import { ProjectFiles, type ShownStatus } from "@polylog/core";
import { editorWith } from "../input/editor.ts";
import { editExternally } from "../input/external-editor.ts";
import { History } from "../input/history.ts";
import { limits } from "../limits.ts";
import type { Menu, MenuItem } from "../panels/menu.ts";
import { type Viewer, viewerLines } from "../panels/viewer.ts";
import type { RenderContext } from "../render/context.ts";
import { asciiGlyphs, unicodeGlyphs } from "../render/glyphs.ts";
import { Highlighter } from "../render/highlight.ts";
import { type ThemeName, themeOf } from "../render/theme.ts";
import type { Background } from "../terminal/background.ts";
import { PlainWindow } from "../terminal/plain-window.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type TerminalWindow, Window } from "../terminal/window.ts";
import { type Line, lineOf } from "../text/style.ts";
import { wrapLine } from "../text/wrap.ts";
import { Actions } from "./actions.ts";
import type { AppParts } from "./app-parts.ts";
import { composeFrame, type Frame } from "./frame/frame.ts";
import { FrameThrottle } from "./frame/frame-throttle.ts";
import { frameView } from "./frame/frame-view.ts";
import { nextWords } from "./frame/status-line.ts";
import { openingLines, plainHint, welcomeLines } from "./frame/welcome.ts";
import { Keyboard } from "./keyboard.ts";
import { openPicker } from "./menus/session-picker.ts";
import { createModel, type Model } from "./model.ts";
import { Notifier } from "./session/notifier.ts";
import { SessionControl } from "./session/session-control.ts";
import { type SessionFacts, sessionFacts } from "./session/session-facts.ts";

/** The agent and folder for a new session. */
export interface SessionTarget {
  readonly projectRoot: string;
  /** Null: the server's default. */
  readonly agentId: string | null;
}

export interface AppOptions {
  readonly client: Client;
  readonly terminal: Terminal;
  readonly url: () => string;
  readonly version: string;
  readonly projectRoot: string;
  readonly targetFor: (agentId: string | null) => Promise<SessionTarget>;
  readonly sessionId: string | null;
  readonly agentId: string | null;
  readonly historyFile: string | null;
  readonly theme: ThemeName;
  readonly screenReader: boolean;
  /** Shown once at the start. */
  readonly remark: string | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Connects the parts. Every change requests a frame, and a frame is drawn from the whole state. */
export class App implements AppParts {
  readonly client: Client;
  readonly url: () => string;
  readonly model: Model;
  readonly session: SessionControl;
  readonly actions: Actions;
  readonly window: TerminalWindow;
  readonly ended: Promise<void>;
  private readonly options: AppOptions;
  private readonly terminal: Terminal;
  private readonly keyboard: Keyboard;
  private readonly history: History;
  private readonly highlighter = new Highlighter(() => this.changed());
  private readonly throttle = new FrameThrottle(() => this.draw());
  private readonly timers: NodeJS.Timeout[] = [];
  private background: Background = "dark";
  private turn = 0;
  private words: ShownStatus | null = null;
  private readonly notifier: Notifier;
  private isReady = false;
  private preparing: string | null = null;
  private end: () => void = () => undefined;

  constructor(options: AppOptions) {
    const { client, terminal, projectRoot, theme, agentId } = options;
    this.options = options;
    this.client = client;
    this.url = options.url;
    this.terminal = terminal;
    this.model = createModel(theme, agentId, projectRoot);
    this.history = new History(options.historyFile);
    this.session = new SessionControl(client, () => this.changed());
    const changed = () => this.changed();
    const facts = () => this.facts();
    const context = () => this.context();
    this.actions = new Actions({
      client,
      model: this.model,
      session: this.session,
      history: this.history,
      facts,
      context,
      changed,
    });
    client.confirmWith((confirmation) => this.actions.confirm(confirmation));
    const files = new ProjectFiles(client.projects.tree, () => performance.now());
    this.keyboard = new Keyboard({
      app: this,
      history: this.history,
      rows: () => terminal.rows - 1,
      files: (folder) => files.list(folder),
      suspend: () => this.window.suspend(),
      openEditor: () => this.openEditor(),
    });
    this.window = this.isPlain ? new PlainWindow(terminal) : new Window(terminal, changed);
    this.notifier = new Notifier({
      notify: (text) => terminal.notify(text),
      ended: () => void this.session.refreshRow(),
    });
    this.ended = new Promise((resolve) => {
      this.end = resolve;
    });
  }

  async start(): Promise<void> {
    const { terminal, options } = this;
    terminal.listen((input) => this.keyboard.handle(input));
    terminal.enter();
    terminal.onResize(() => {
      this.window.resize();
      this.draw();
    });
    this.background = await terminal.background();
    this.client.subscribe(() => this.changed());
    this.model.pendingLines.push(...openingLines({ ...options, url: options.url() }, this.context()));
    const { theme, width } = this.context();
    if (options.remark !== null)
      this.model.pendingLines.push(...wrapLine(lineOf(options.remark, theme.quiet), width));
    if (this.isPlain) this.model.pendingLines.push(lineOf(plainHint, theme.quiet));
    const agents = this.client.agents.list({ projectRoot: options.projectRoot });
    this.actions.attempt(agents.then((found) => this.setAgents(found)));
    if (options.sessionId !== null) this.openSession(options.sessionId);
    else {
      this.isReady = true;
      // `attempt` above reports a failure.
      await agents.catch(() => undefined);
      await this.welcome();
    }
    this.timers.push(setInterval(() => this.tick(), limits.spinnerMs));
    this.timers.push(setInterval(() => void this.refreshInbox(), limits.inboxMs));
    void this.refreshInbox();
    this.changed();
  }

  stop(): void {
    this.throttle.stop();
    for (const timer of this.timers) clearInterval(timer);
    this.window.close();
    this.model.shell?.kill();
    this.session.close();
    this.client.close();
  }

  leave(): void {
    this.end();
  }

  /** Whether the terminal can only print lines. */
  private get isPlain(): boolean {
    return !this.terminal.capabilities.effects;
  }

  /** Words instead of glyphs, and no redrawing. */
  private get isScreenReader(): boolean {
    return this.options.screenReader || this.isPlain;
  }

  facts(): SessionFacts {
    return sessionFacts(this.session.conversation, this.session.row, this.model.agents, this.model);
  }

  context(): RenderContext {
    const { capabilities, columns } = this.terminal;
    const theme = themeOf(this.model.theme, this.background);
    return {
      width: Math.max(10, columns - 1),
      theme,
      glyphs: capabilities.unicode && !this.isScreenReader ? unicodeGlyphs : asciiGlyphs,
      conversation: this.session.conversation,
      highlight: capabilities.colors ? this.highlighter.in(theme) : () => null,
      expanded: false,
      screenReader: this.isScreenReader,
      sendsLines: this.isPlain,
      nowMs: Date.now(),
    };
  }

  show(viewer: Viewer): void {
    if (this.isPlain) this.model.pendingLines.push(...viewer.lines);
    else this.model.viewer = viewer;
    this.changed();
  }

  choose(menu: Menu, choose: (item: MenuItem) => void): void {
    this.model.menu = { menu, choose };
    this.changed();
  }

  openSession(sessionId: string): void {
    const isOther = this.session.sessionId !== null;
    this.isReady = false;
    this.session.open(sessionId);
    if (isOther) this.model.pendingLines.push([], lineOf(`Session ${sessionId}`, this.context().theme.quiet));
    this.model.editing = null;
    this.changed();
  }

  newSession(): void {
    this.session.close();
    this.isReady = true;
    this.model.editing = null;
    void this.welcome();
    this.changed();
  }

  openPicker(): void {
    openPicker(this);
  }

  changed(): void {
    this.throttle.request();
  }

  redraw(): void {
    this.window.wipe();
    this.changed();
  }

  private openEditor(): void {
    const { model, options } = this;
    this.window.release();
    const text = editExternally(model.editor.text, options.env);
    this.window.resume();
    if (text === null)
      this.actions.remark("The editor returned no text. Set EDITOR to choose another one.", true);
    else {
      model.editor = editorWith(text);
      if (text === "") model.editing = null;
    }
  }

  private setAgents(agents: Model["agents"]): void {
    this.model.agents = agents;
    this.changed();
  }

  private async welcome(): Promise<void> {
    const { model, options } = this;
    // If the server cannot be asked, the session uses the requested folder.
    const target = await options.targetFor(model.newSessionAgent).catch(() => null);
    if (target !== null) {
      model.newSessionFolder = target.projectRoot;
      model.newSessionAgent = target.agentId;
    }
    const elsewhere = model.newSessionFolder === options.projectRoot ? null : model.newSessionFolder;
    model.pendingLines.push(...welcomeLines(model.agents, model.newSessionAgent, elsewhere, this.context()));
    this.changed();
  }

  private async refreshInbox(): Promise<void> {
    try {
      this.model.inbox = (await this.client.asks.list()).asks;
      this.changed();
    } catch {
      // The connection status already shows that the server is unreachable.
    }
  }

  /** The spinner only turns while something is running, so that an idle screen writes nothing. */
  private tick(): void {
    const { run } = this.facts();
    const isGuarding =
      this.model.askSince > 0 &&
      performance.now() - this.model.askSince < limits.askGuardMs + limits.spinnerMs * 2;
    const { shell, unsent } = this.model;
    if (run === null && shell === null && unsent.length === 0 && !isGuarding) return;
    this.turn += 1;
    this.changed();
  }

  private draw(): void {
    if (this.window.isReleased) return;
    const { session, model } = this;
    if (this.isReady && session.sessionId !== null)
      this.notifier.update(session.conversation, model.isFocused);
    const context = this.context();
    // Entries that settle while a page is open are written when it is closed.
    if (model.viewer !== null)
      return this.window.drawPage(viewerLines(model.viewer, context, this.terminal.rows - 1));
    const settled = this.settledLines(context);
    const { lines, cursor } = this.frame(context);
    this.window.draw({ settled, live: lines, cursor });
    if (session.transcript.isBehind && this.isReady) this.changed();
  }

  private settledLines(context: RenderContext): Line[] {
    const { session, model } = this;
    const own = model.pendingLines.splice(0);
    if (session.sessionId === null) return own;
    session.transcript.follow(session.conversation);
    if (!this.isReady) {
      this.prepare();
      return own;
    }
    return [...own, ...session.transcript.advance(context)];
  }

  /** Waits briefly for syntax highlighting before a conversation is written for the first time. */
  private prepare(): void {
    const { session } = this;
    const state = session.view?.state;
    const { sessionId } = session;
    if ((state !== "live" && state !== "denied") || this.preparing === sessionId) return;
    this.preparing = sessionId;
    session.transcript.live(this.context(), limits.openingGroups * 10);
    const wait = new Promise((resolve) => setTimeout(resolve, limits.highlightMs));
    void Promise.race([this.highlighter.loaded(), wait]).then(() => {
      this.preparing = null;
      if (session.sessionId === sessionId) this.isReady = true;
      this.changed();
    });
  }

  private frame(context: RenderContext): Frame {
    const { session, terminal, turn, isPlain } = this;
    const { run } = this.facts();
    this.words = run === null ? null : nextWords(this.words, run, context.conversation, context.nowMs);
    const isConversationShown = !this.isScreenReader && this.isReady && session.sessionId !== null;
    const conversationLines = (rows: number) =>
      isConversationShown ? session.transcript.live(context, rows) : [];
    const words = this.words?.text ?? "";
    const view = frameView(this, context, { rows: terminal.rows, isPlain, words, turn, conversationLines });
    return composeFrame(view, context);
  }
}
