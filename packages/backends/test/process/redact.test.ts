import fc from "fast-check";
import { expect, test } from "vitest";
import { redactor, StreamRedactor, secretsIn } from "../../src/process/redact.ts";

test("[S25] a secret in a stream is redacted as in the whole text, wherever the chunks end", () => {
  const secret = "abcabcab-secret";
  const piece = fc.constantFrom(
    "a",
    "b",
    "ab",
    "abc",
    "abcabcab",
    "-secret",
    secret,
    "\n",
    " x ",
    secret.slice(0, 9),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const stream = new StreamRedactor([secret]);
      const said = pieces.map((text) => stream.push(text)).join("") + stream.end();
      expect(said).toBe(redactor([secret])(pieces.join("")));
    }),
  );
});

test("[S25] text is held back only if it may be the beginning of a secret", () => {
  const stream = new StreamRedactor(["canary-secret"]);
  expect([
    stream.push("ready> "),
    stream.push("can"),
    stream.push("not"),
    stream.push("cana"),
    stream.end(),
  ]).toEqual(["ready> ", "", "cannot", "", "cana"]);
});

test("[S25] a plain word is not a secret even in a key variable; a password always is", () => {
  const own = {
    ANTHROPIC_API_KEY: "scripted",
    OPENAI_API_KEY: "sk-a1b2c3d4",
    LETTERS_TOKEN: "abcdefghijklmnopqrstuvwxyz",
    DB_PASSWORD: "swordfish",
    CLIENT_SECRET: "marzipan",
    MODEL: "scripted",
  };
  expect(secretsIn(own)).toEqual(["sk-a1b2c3d4", "abcdefghijklmnopqrstuvwxyz", "swordfish", "marzipan"]);
});
