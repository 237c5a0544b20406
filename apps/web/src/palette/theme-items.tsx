import { Palette } from "lucide-react";
import { theme, themeNames, themes } from "../theme/theme.ts";
import { Item, Items, type Run } from "./item.tsx";

export function ThemeItems({ onRun }: { readonly onRun: Run }) {
  return (
    <Items heading="Theme">
      {themes.map((each) => (
        <Item
          key={each}
          value={`${themeNames[each]} theme`}
          icon={<Palette size={15} />}
          onSelect={() => onRun(() => theme.set(each))}
        >
          {themeNames[each]} theme
        </Item>
      ))}
    </Items>
  );
}
