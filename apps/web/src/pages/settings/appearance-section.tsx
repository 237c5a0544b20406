import { Contrast, Monitor, Moon, Sun } from "lucide-react";
import { useStore } from "../../store/store.ts";
import { type Theme, theme, themeNames, themes } from "../../theme/theme.ts";
import styles from "./settings.module.css";

const icons: Readonly<Record<Theme, typeof Sun>> = {
  system: Monitor,
  light: Sun,
  dark: Moon,
  contrast: Contrast,
};

export function AppearanceSection() {
  const chosen = useStore(theme);
  return (
    <fieldset className={styles.group}>
      <legend className={styles.heading}>Theme</legend>
      <div className={styles.choices}>
        {themes.map((each) => {
          const Icon = icons[each];
          return (
            <label key={each} className={styles.choice} data-chosen={each === chosen}>
              <input type="radio" name="theme" checked={each === chosen} onChange={() => theme.set(each)} />
              <Icon size={16} />
              {themeNames[each]}
            </label>
          );
        })}
      </div>
    </fieldset>
  );
}
