import type { Menu } from "radix-ui/internal";
import { createContext, use } from "react";

/** The parts of a menu, once their code is loaded. */
export const MenuParts = createContext<typeof Menu | null>(null);

export function useMenuParts(): typeof Menu {
  const parts = use(MenuParts);
  if (parts === null) throw new Error("MenuParts is missing");
  return parts;
}
