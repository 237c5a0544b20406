import type { AgentInfo, Ask } from "@polylog/client";
import type { Image, Pastes } from "@polylog/core";
import type { AskState } from "../asks/ask-state.ts";
import { type Editor, emptyEditor } from "../input/editor.ts";
import type { ShellRun } from "../input/shell.ts";
import type { Suggestions } from "../input/suggestions.ts";
import type { Menu, MenuItem } from "../panels/menu.ts";
import type { Viewer } from "../panels/viewer.ts";
import type { ThemeName } from "../render/theme.ts";
import type { Line } from "../text/style.ts";
import type { RewindChoice } from "./menus/rewind-menu.ts";

/** A menu and the effect of its choice. */
export interface OpenMenu {
  readonly menu: Menu;
  readonly choose: (item: MenuItem) => void;
}

/** A request that the server wants confirmed. */
export interface Confirming {
  readonly text: string;
  readonly since: number;
  readonly answer: (isConfirmed: boolean) => void;
}

/** A key that does more when it is pressed again. */
export interface Armed {
  readonly key: "Esc" | "Ctrl+C" | "Enter";
  readonly at: number;
}

export interface Unsent {
  readonly clientMessageId: string;
  readonly text: string;
  readonly sinceTs: number;
  /** Resolves when the message is accepted or rejected. */
  readonly over: Promise<void>;
}

export interface RunningShell extends Pick<ShellRun, "stop" | "kill"> {
  readonly command: string;
  readonly startedTs: number;
  readonly isStopping: boolean;
}

/** The message being edited: the last one in the conversation, which the next message replaces, or a queued one. */
export type Editing =
  | { readonly of: "conversation"; readonly seq: number; readonly rewind?: RewindChoice }
  | { readonly of: "queue"; readonly itemId: string };

/** State of this client that is not in the log: typed text, open menus and pressed keys. */
export interface Model {
  editor: Editor;
  pastes: Pastes;
  images: readonly Image[];
  suggestions: Suggestions | null;
  menu: OpenMenu | null;
  confirming: Confirming | null;
  viewer: Viewer | null;
  ask: AskState | null;
  /** When the ask became visible. */
  askSince: number;
  showTodos: boolean;
  remark: { readonly text: string; readonly isBad: boolean } | null;
  /** A key that takes effect if it is pressed again soon. */
  armed: Armed | null;
  isFocused: boolean;
  /** Runs that were cancelled from this client. */
  readonly cancelling: Set<string>;
  editing: Editing | null;
  /** Messages that the server has not accepted yet. */
  unsent: readonly Unsent[];
  /** The running `!` command. */
  shell: RunningShell | null;
  /** Output of `!` commands, for the next message. */
  shellNotes: readonly string[];
  theme: ThemeName;
  delivery: "auto" | "queue";
  agents: readonly AgentInfo[];
  /** The agent for a new session; null for the default. */
  newSessionAgent: string | null;
  /** The folder of a new session. */
  newSessionFolder: string;
  /** Settings chosen before the session exists. */
  newSessionSettings: { readonly modeId?: string; readonly modelId?: string };
  inbox: readonly Ask[];
  /** Lines of this client for the scrollback, written with the next frame. */
  readonly pendingLines: Line[];
}

export function createModel(theme: ThemeName, agentId: string | null, folder: string): Model {
  return {
    editor: emptyEditor,
    pastes: new Map(),
    images: [],
    suggestions: null,
    menu: null,
    confirming: null,
    viewer: null,
    ask: null,
    askSince: 0,
    showTodos: false,
    remark: null,
    armed: null,
    isFocused: true,
    cancelling: new Set(),
    editing: null,
    unsent: [],
    shell: null,
    shellNotes: [],
    theme,
    delivery: "auto",
    agents: [],
    newSessionAgent: agentId,
    newSessionFolder: folder,
    newSessionSettings: {},
    inbox: [],
    pendingLines: [],
  };
}
