import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { Browser } from "playwright";
import type { Frame } from "./recorder.ts";

export const desktopSize = { width: 1060, height: 640, shown: 900 };
export const phoneSize = { width: 390, height: 800, shown: 232 };
/** Sharp on screens with two pixels for one. */
export const pixelRatio = 1.5;
const stageSize = { width: 1180, height: 740 };

const html = `<!doctype html><meta charset="utf-8"><style>
  * { box-sizing: border-box; margin: 0 }
  body { width: ${stageSize.width}px; height: ${stageSize.height}px; overflow: hidden; position: relative;
    background: #e9edf4; font: 500 19px/1.3 "Liberation Sans", system-ui, sans-serif; color: #17202e }
  #caption { position: absolute; left: 28px; top: 22px; height: 28px; font-size: 22px; font-weight: 600 }
  img { display: block }
  #desktop { position: absolute; left: 28px; top: 66px; width: ${desktopSize.shown}px; border-radius: 10px;
    box-shadow: 0 0 0 1px #c7cfdd, 0 10px 30px #17202e22 }
  #phone { position: absolute; right: 28px; top: 128px; padding: 9px; border-radius: 30px; background: #17202e;
    box-shadow: 0 14px 34px #17202e44 }
  #phone img { width: ${phoneSize.shown}px; border-radius: 22px }
  #touch { position: absolute; width: 44px; height: 44px; margin: -22px; border-radius: 50%; background: #4c7df055;
    border: 2px solid #4c7df0 }
  #terminal { position: absolute; left: 28px; bottom: 22px; width: ${desktopSize.shown}px; height: 84px; padding: 13px 18px;
    border-radius: 10px; background: #17202e; color: #dfe6f2; white-space: pre; font: 16px/29px "Liberation Mono", monospace }
</style><p id="caption"></p><img id="desktop"><div id="phone"><img><i id="touch"></i></div><div id="terminal"></div>`;

/** Puts desktop, phone and terminal on one stage and writes the animation. */
export async function writeAnimation(
  browser: Browser,
  frames: readonly Frame[],
  file: string,
  scratch: string,
): Promise<void> {
  const page = await browser.newPage({ viewport: stageSize, deviceScaleFactor: pixelRatio });
  await page.setContent(html);
  const args = ["-loop", "0", "-kmin", "0", "-kmax", "0", "-min_size", "-lossy", "-q", "62", "-m", "6"];
  for (const [at, frame] of frames.entries()) {
    await page.evaluate(draw, { frame, scale: phoneSize.shown / phoneSize.width });
    const picture = path.join(scratch, `${String(at).padStart(4, "0")}.png`);
    writeFileSync(picture, await page.screenshot({ type: "png" }));
    args.push("-d", String(Math.round(frame.ms)), picture);
  }
  await page.close();
  encode([...args, "-o", file]);
}

function encode(args: readonly string[]): void {
  try {
    execFileSync("img2webp", args, { stdio: "ignore" });
  } catch (cause) {
    const isMissing = (cause as NodeJS.ErrnoException).code === "ENOENT";
    const advice = "img2webp is missing. Install it: `apt-get install webp` or `brew install webp`.";
    throw isMissing ? new Error(advice, { cause }) : cause;
  }
}

/** In the page. */
async function draw({ frame, scale }: { frame: Frame; scale: number }): Promise<void> {
  const find = <T extends Element>(selector: string) => document.querySelector<T>(selector) as T;
  const show = async (image: HTMLImageElement, picture: string) => {
    image.src = `data:image/png;base64,${picture}`;
    await image.decode();
  };
  find("#caption").textContent = frame.caption;
  find("#terminal").textContent = frame.terminal.join("\n");
  await show(find("#desktop"), frame.desktop);
  await show(find("#phone img"), frame.phone);
  const touch = find<HTMLElement>("#touch");
  touch.style.display = frame.touch === null ? "none" : "block";
  if (frame.touch === null) return;
  touch.style.left = `${9 + frame.touch.x * scale}px`;
  touch.style.top = `${9 + frame.touch.y * scale}px`;
}
