import { Ellipsis } from "lucide-react";
import { lazy } from "react";
import { IconButton } from "../ui/button.tsx";
import { Menu } from "../ui/menu.tsx";

const SessionMenuItems = lazy(async () => ({
  default: (await import("./session-menu-items.tsx")).SessionMenuItems,
}));

export function SessionMenu() {
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label="Session">
          <Ellipsis size={16} />
        </IconButton>
      }
    >
      <SessionMenuItems />
    </Menu>
  );
}
