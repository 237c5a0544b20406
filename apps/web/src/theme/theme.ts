import { persistentStore } from "../store/persistent-store.ts";

/** The themes: the system's, or a fixed one. */
export const themes = ["system", "light", "dark", "contrast"] as const;
export type Theme = (typeof themes)[number];

export const themeNames: Readonly<Record<Theme, string>> = {
  system: "System",
  light: "Light",
  dark: "Dark",
  contrast: "High contrast",
};

export const theme = persistentStore<Theme>("theme", "system", (value): value is Theme =>
  (themes as readonly unknown[]).includes(value),
);

/** The stylesheet reads the root's attribute; `before.js` sets it before the first paint. */
export function applyTheme(): void {
  const apply = () => {
    document.documentElement.dataset.theme = theme.get();
  };
  apply();
  theme.subscribe(apply);
}
