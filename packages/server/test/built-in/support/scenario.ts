import path from "node:path";
import { expect, test } from "vitest";
import { openStage, Played, type StageOptions } from "./stage.ts";
import { Telling } from "./told.ts";

/** The steps of a session and its settings. The expected result is in `expected/<file>.txt`. */
export interface Scenario extends StageOptions {
  /** The rules that it tests, and the behavior. */
  readonly name: string;
  readonly file: string;
  play(played: Played): Promise<void>;
}

/**
 * Plays each scenario and compares everything: its events, the screen with the snapshot and with the log, and
 * the history that the model receives in the next run.
 */
export function playAll(scenarios: readonly Scenario[]): void {
  for (const scenario of scenarios) {
    test(scenario.name, async () => {
      const stage = await openStage(scenario);
      const played = await Played.begin(stage);
      await scenario.play(played);
      expect(await stage.client.asks()).toEqual([]);
      const { length } = played.events;
      const request = await played.nextRequest();
      await played.compare();
      const telling = new Telling([
        [stage.project, "PROJECT"],
        [stage.model.url, "MODEL"],
      ]);
      const happened = telling.events(played.events.slice(0, length));
      const told = telling.messages(request);
      const file = path.join(import.meta.dirname, "../expected", `${scenario.file}.txt`);
      await expect(`${happened}\n\nThe next request:\n\n${told}\n`).toMatchFileSnapshot(file);
    });
  }
}

/** Sends a script and waits for the end of its run. */
export function plays(text: string, more: object = {}): (played: Played) => Promise<void> {
  return async (played) => {
    await played.whenEnded(await played.say(text, more));
  };
}
