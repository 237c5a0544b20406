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

/** A menu and what its choice does. */
export interface OpenMenu {
  readonly menu: Menu;
  readonly choose: (item: MenuItem) => void;
}

/** Something that the server wants confirmed before it is done. */
export interface Confirming {
  readonly text: string;
  readonly since: number;
  readonly answer: (isConfirmed: boolean) => void;
}

/** A key that was pressed and means more when it is pressed again. */
export interface Armed {
  readonly key: "Esc" | "Ctrl+C" | "Enter";
  readonly at: number;
}

export interface Unsent {
  readonly clientMessageId: string;
  readonly text: string;
  readonly sinceTs: number;
  /** Resolves when it was taken or refused. */
  readonly over: Promise<void>;
}

export interface RunningShell extends Pick<ShellRun, "stop" | "kill"> {
  readonly command: string;
  readonly startedTs: number;
  readonly isStopping: boolean;
}

/** What is being changed: the last message that was said, whose place the next one takes, or one that waits. */
export type Editing =
  | { readonly of: "conversation"; readonly seq: number; readonly rewind?: RewindChoice }
  | { readonly of: "queue"; readonly itemId: string };

/** What this screen knows that is in no log: what is being written, what is open, what was pressed. */
export interface Model {
  editor: Editor;
  pastes: Pastes;
  images: readonly Image[];
  suggestions: Suggestions | null;
  menu: OpenMenu | null;
  confirming: Confirming | null;
  viewer: Viewer | null;
  ask: AskState | null;
  /** When the ask came into sight. */
  askSince: number;
  showTodos: boolean;
  remark: { readonly text: string; readonly isBad: boolean } | null;
  /** A key that counts if it is pressed again soon. */
  armed: Armed | null;
  isFocused: boolean;
  /** Runs that somebody here has asked to stop. */
  readonly cancelling: Set<string>;
  editing: Editing | null;
  /** Messages on their way that the server has not taken. */
  unsent: readonly Unsent[];
  /** What runs with `!`. */
  shell: RunningShell | null;
  /** What was run with `!`, for the next message. */
  shellNotes: readonly string[];
  theme: ThemeName;
  delivery: "auto" | "queue";
  agents: readonly AgentInfo[];
  /** Whom a new session is begun with; null for the default one. */
  newSessionAgent: string | null;
  /** Where a new session works. */
  newSessionFolder: string;
  /** What was set before there is a session to set it in. */
  newSessionSettings: { readonly modeId?: string; readonly modelId?: string };
  inbox: readonly Ask[];
  /** Lines of this screen's own that go into the scrollback with the next picture. */
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
