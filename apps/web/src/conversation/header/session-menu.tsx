import { Ellipsis } from "lucide-react";
import { lazyPart } from "../../offline/load-part.ts";
import { IconButton } from "../../ui/button.tsx";
import { Menu } from "../../ui/menu/menu.tsx";

const SessionMenuItems = lazyPart(async () => (await import("./session-menu-items.tsx")).SessionMenuItems);

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
