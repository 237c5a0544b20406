/** JSON on one line, cut to the available room: a value may be of any size and depth. */
export function showValue(value: unknown, room = 200): string {
  const parts: string[] = [];
  write(value, { parts, room }, 0);
  return parts.join("");
}

interface Sheet {
  readonly parts: string[];
  room: number;
}

const mostDepth = 20;

function put(sheet: Sheet, text: string): void {
  sheet.parts.push(text);
  sheet.room -= text.length;
}

function write(value: unknown, sheet: Sheet, depth: number): void {
  if (sheet.room <= 0) return;
  if (typeof value === "string") {
    return put(
      sheet,
      depth === 0 ? value.slice(0, sheet.room + 1) : JSON.stringify(value.slice(0, sheet.room)),
    );
  }
  if (typeof value !== "object" || value === null) return put(sheet, String(value));
  if (depth === mostDepth) return put(sheet, "…");
  if (Array.isArray(value)) {
    put(sheet, "[");
    writeItems(sheet, value, (item) => write(item, sheet, depth + 1));
    return put(sheet, "]");
  }
  put(sheet, "{");
  writeItems(sheet, Object.keys(value), (key) => {
    put(sheet, `${JSON.stringify(key.slice(0, 200))}: `);
    write((value as Record<string, unknown>)[key], sheet, depth + 1);
  });
  put(sheet, "}");
}

function writeItems<T>(sheet: Sheet, items: readonly T[], writeItem: (item: T) => void): void {
  for (let index = 0; index < items.length; index++) {
    if (sheet.room <= 0) return put(sheet, "…");
    if (index > 0) put(sheet, ", ");
    writeItem(items[index] as T);
  }
}
