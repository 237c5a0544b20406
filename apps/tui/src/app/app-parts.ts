import type { Client } from "@polylog/client";
import type { Menu, MenuItem } from "../panels/menu.ts";
import type { Viewer } from "../panels/viewer.ts";
import type { RenderContext } from "../render/context.ts";
import type { Actions } from "./actions.ts";
import type { Model } from "./model.ts";
import type { SessionControl } from "./session/session-control.ts";
import type { SessionFacts } from "./session/session-facts.ts";

/** The parts of the app that commands and key handlers use. */
export interface AppParts {
  readonly client: Client;
  readonly url: () => string;
  readonly model: Model;
  readonly session: SessionControl;
  readonly actions: Actions;
  facts(): SessionFacts;
  context(): RenderContext;
  show(viewer: Viewer): void;
  choose(menu: Menu, choose: (item: MenuItem) => void): void;
  openSession(sessionId: string): void;
  newSession(): void;
  openPicker(): void;
  /** Draws again; `redraw` clears the screen first. */
  changed(): void;
  redraw(): void;
  leave(): void;
}
