import { firstKey } from "@polylog/core";
import {
  ChartColumn,
  Inbox,
  Keyboard,
  MonitorSmartphone,
  Plus,
  Settings,
  ShieldCheck,
  SquarePen,
  Target,
} from "lucide-react";
import { useAgents } from "../data/agents.ts";
import { lastAgent } from "../data/last-choices.ts";
import { overlay } from "../layout/layout-state.ts";
import type { Route } from "../routing/route.ts";
import { go } from "../routing/router.ts";
import { AgentGlyph } from "../ui/agent-glyph.tsx";
import { Item, Items, type Run } from "./item.tsx";

const places: readonly {
  readonly name: string;
  readonly icon: typeof Inbox;
  readonly to: Route;
  readonly keys?: string;
}[] = [
  { name: "Inbox", icon: Inbox, to: { page: "inbox" }, keys: firstKey("web", "open-inbox") },
  { name: "Start page", icon: SquarePen, to: { page: "home" } },
  { name: "Usage and cost", icon: ChartColumn, to: { page: "usage", sessionId: null } },
  { name: "Missions", icon: Target, to: { page: "missions" } },
  { name: "Devices and pairing", icon: MonitorSmartphone, to: { page: "settings", section: "devices" } },
  { name: "Permission rules", icon: ShieldCheck, to: { page: "settings", section: "permissions" } },
  { name: "Settings", icon: Settings, to: { page: "settings", section: "appearance" } },
];

export function PageItems({ onRun }: { readonly onRun: Run }) {
  const { agents } = useAgents();
  return (
    <Items heading="Go to">
      <Item
        value="New session…"
        icon={<Plus size={15} />}
        keys={firstKey("web", "new-session")}
        onSelect={() => onRun(() => overlay.set("new-session"))}
      >
        New session…
      </Item>
      {places.map(({ name, icon: Icon, to, ...rest }) => (
        <Item
          key={name}
          value={name}
          icon={<Icon size={15} />}
          {...rest}
          onSelect={() => onRun(() => go(to))}
        >
          {name}
        </Item>
      ))}
      <Item
        value="Keyboard shortcuts, help"
        name="Keyboard shortcuts"
        icon={<Keyboard size={15} />}
        keys={firstKey("web", "show-help")}
        onSelect={() => onRun(() => overlay.set("keys"))}
      >
        Keyboard shortcuts
      </Item>
      {agents
        .filter(({ available }) => available)
        .map(({ id }) => (
          <Item
            key={id}
            value={`New session with agent ${id}`}
            name={`New session with ${id}`}
            icon={<AgentGlyph agentId={id} />}
            onSelect={() =>
              onRun(() => {
                lastAgent.set(id);
                go({ page: "home" });
              })
            }
          >
            New session with {id}
          </Item>
        ))}
    </Items>
  );
}
