import type { Menu } from "radix-ui/internal";
import { createContext, use } from "react";

/** What a menu's parts are made of, once it is there. */
export const MenuParts = createContext<typeof Menu | null>(null);

export function useMenuParts(): typeof Menu {
  const parts = use(MenuParts);
  if (parts === null) throw new Error("there is no menu around this component");
  return parts;
}
