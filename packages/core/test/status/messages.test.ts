import { describe, expect, test } from "vitest";
import { statusCategories, statusTiers } from "../../src/status/message.ts";
import { statusMessages } from "../../src/status/messages/all-messages.ts";

const variants = [...new Set(statusMessages.map(({ when }) => when))].filter((when) => when !== null);

describe("the catalogue", () => {
  test("[S1] holds at least 550 messages", () => {
    expect(statusMessages.length).toBeGreaterThanOrEqual(550);
  });

  test("[S1] all texts and ids are distinct, regardless of case", () => {
    const plain = (text: string) =>
      text
        .toLowerCase()
        .replace(/[^a-z0-9]+/g, " ")
        .trim();
    expect(repeated(statusMessages.map(({ text }) => plain(text)))).toEqual([]);
    expect(repeated(statusMessages.map(({ id }) => id))).toEqual([]);
  });

  test("[S1] every text is one line in sentence case with at most 42 characters", () => {
    const wrong = statusMessages.filter(
      ({ text }) => text.length > 42 || !/^[A-Z][ -~]*[^ ]$/.test(text.replace("…", "")),
    );
    expect(wrong).toEqual([]);
  });

  test("[S1] working messages end in an ellipsis, idle ones in a letter or a question mark", () => {
    const wrong = statusMessages.filter(
      ({ text, category }) => !(category === "idle" ? /[a-z?]$/ : /[a-z\d]…$/i).test(text),
    );
    expect(wrong).toEqual([]);
  });

  test.each(statusCategories)("[S10] %s has at least three timeless messages in every tier", (category) => {
    for (const tier of statusTiers) {
      const own = statusMessages.filter((m) => m.category === category && m.tier === tier && m.when === null);
      expect(own.length, tier).toBeGreaterThanOrEqual(3);
    }
  });

  test("[S3] there is a variant for each time of day and each season", () => {
    expect(variants.toSorted()).toEqual([
      "afternoon",
      "christmas",
      "evening",
      "halloween",
      "morning",
      "newYear",
      "night",
      "valentine",
      "weekend",
    ]);
  });

  test.each(variants)("[S3] the %s variant has messages in every tier, working and idle", (when) => {
    for (const category of ["working", "idle"]) {
      const tiers = statusMessages
        .filter((m) => m.when === when && m.category === category)
        .map((m) => m.tier);
      expect([...new Set(tiers)]).toEqual(statusTiers);
    }
  });
});

function repeated(values: readonly string[]): readonly string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}
