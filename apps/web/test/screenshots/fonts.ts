import { writeFileSync } from "node:fs";
import path from "node:path";

/** Pictures use the same font on every machine. Without a desktop, the default font is a very wide one. */
export function writeFontConfig(folder: string): string {
  const file = path.join(folder, "fonts.conf");
  const alias = (family: string, prefer: string) =>
    `<match target="pattern"><test name="family"><string>${family}</string></test><edit name="family" mode="prepend" binding="strong"><string>${prefer}</string></edit></match>`;
  writeFileSync(
    file,
    `<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><include ignore_missing="yes">/etc/fonts/fonts.conf</include>${alias("system-ui", "Liberation Sans")}${alias("sans-serif", "Liberation Sans")}</fontconfig>`,
  );
  return file;
}
