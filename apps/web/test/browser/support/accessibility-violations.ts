import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";

/** What axe finds wrong with a page as it is now: all of it in light, and in dark the colours, which alone differ. */
export async function accessibilityViolations(page: Page): Promise<readonly string[]> {
  // What fades in has less contrast on its way.
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "reduce" });
  const dark = await look(page, ["color-contrast"]);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  return [...(await look(page)), ...dark.map((found) => `dark: ${found}`)];
}

async function look(page: Page, rules: string[] = []): Promise<readonly string[]> {
  // In one go, for the page has no frames, and without a word on all that is right.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  if (rules.length > 0) axe.withRules(rules);
  const { violations } = await axe.analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`),
  );
}
