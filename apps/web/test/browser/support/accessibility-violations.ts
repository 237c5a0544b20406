import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";

/** The axe violations of the current page: all in light, and in dark only the colors, which alone differ. */
export async function accessibilityViolations(page: Page): Promise<readonly string[]> {
  // Elements that fade in have less contrast during the animation.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const dark = await look(page, ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  return [...(await look(page)), ...dark.map((found) => `dark: ${found}`)];
}

async function look(page: Page, rules: string[] = []): Promise<readonly string[]> {
  // In one pass, because the page has no frames, and with violations only.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  if (rules.length > 0) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`),
  );
}
