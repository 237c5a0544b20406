/** Names of hidden characters. */

const controls =
  "null,start of heading,start of text,end of text,end of transmission,enquiry,acknowledge,bell,backspace,tab,line feed,vertical tab,form feed,carriage return,shift out,shift in,data link escape,device control 1,device control 2,device control 3,device control 4,negative acknowledge,synchronous idle,end of block,cancel,end of medium,substitute,escape,file separator,group separator,record separator,unit separator".split(
    ",",
  );

const names: ReadonlyMap<number, string> = new Map([
  ...controls.map((name, code) => [code, name] as const),
  [0x7f, "delete"],
  [0x85, "next line"],
  [0x9b, "control sequence"],
  [0xa0, "no-break space"],
  [0xad, "soft hyphen"],
  [0x34f, "combining grapheme joiner"],
  [0x61c, "arabic letter mark"],
  [0x115f, "hangul filler"],
  [0x1160, "hangul filler"],
  [0x180e, "vowel separator"],
  [0x200b, "zero-width space"],
  [0x200c, "zero-width non-joiner"],
  [0x200d, "zero-width joiner"],
  [0x200e, "left-to-right mark"],
  [0x200f, "right-to-left mark"],
  [0x2028, "line separator"],
  [0x2029, "paragraph separator"],
  [0x202a, "left-to-right embedding"],
  [0x202b, "right-to-left embedding"],
  [0x202c, "end of direction"],
  [0x202d, "left-to-right override"],
  [0x202e, "right-to-left override"],
  [0x2060, "word joiner"],
  [0x2066, "left-to-right isolate"],
  [0x2067, "right-to-left isolate"],
  [0x2068, "first strong isolate"],
  [0x2069, "end of isolate"],
  [0x2800, "braille blank"],
  [0x3164, "hangul filler"],
  [0xfeff, "byte order mark"],
  [0xffa0, "hangul filler"],
  [0xfffc, "object replacement"],
  [0xfffd, "replacement character"],
]);

/** Tags invisibly repeat ASCII: the name says which character. */
const firstTag = 0xe0020;
const lastTag = 0xe007e;

export function hiddenName(code: number): string | null {
  const known = names.get(code);
  if (known !== undefined) return known;
  if (code >= firstTag && code <= lastTag) return `tag ${String.fromCharCode(code - 0xe0000)}`;
  if (code >= 0xe0000 && code <= 0xe007f) return "tag";
  if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef)) return "variation selector";
  if (code >= 0xd800 && code <= 0xdfff) return "half a character";
  const character = String.fromCodePoint(code);
  if (/\p{Zs}/u.test(character)) return "space";
  if (/\p{Cc}/u.test(character)) return "control";
  if (/\p{Co}/u.test(character)) return "private use";
  return /\p{Cn}/u.test(character) ? "unassigned" : null;
}
