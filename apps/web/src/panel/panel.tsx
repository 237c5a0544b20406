import { X } from "lucide-react";
import { useRef } from "react";
import { useMay } from "../data/role-access.ts";
import { type PanelTab, panelWidth } from "../layout/layout-state.ts";
import { useNarrow } from "../layout/use-narrow.ts";
import { useStore } from "../store/store.ts";
import { IconButton } from "../ui/button.tsx";
import { Sheet } from "../ui/dialog/dialog.tsx";
import { focusMessage } from "../ui/focus/focus-message.ts";
import { ChangesTab } from "./changes-tab.tsx";
import { FilesTab } from "./files-tab.tsx";
import styles from "./panel.module.css";
import { PlanTab } from "./plan-tab.tsx";
import { ResizeHandle } from "./resize-handle.tsx";
import { SubagentsTab } from "./subagents-tab.tsx";

const tabs = {
  changes: { name: "Changes", View: ChangesTab },
  files: { name: "Files", View: FilesTab },
  plan: { name: "Plan", View: PlanTab },
  subagents: { name: "Subagents", View: SubagentsTab },
} as const satisfies Readonly<Record<PanelTab, object>>;

const tabIds = Object.keys(tabs) as PanelTab[];

interface PanelProps {
  readonly tab: PanelTab;
  readonly onTab: (tab: PanelTab) => void;
  readonly onClose: () => void;
}

/** Changes, files, plan and subagents of the session, next to the conversation. */
export function Panel(props: PanelProps) {
  const isNarrow = useNarrow();
  const isOver = useNarrow("panel");
  const panel = useRef<HTMLElement>(null);
  const width = useStore(panelWidth);
  if (isOver) {
    return (
      <Sheet open onClose={props.onClose} title="Session details" side={isNarrow ? "bottom" : "right"}>
        <Tabs {...props} />
      </Sheet>
    );
  }
  return (
    <aside
      ref={panel}
      className={styles.panel}
      style={width === null ? undefined : { width }}
      aria-label="Session details"
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.preventDefault();
        props.onClose();
        focusMessage();
      }}
    >
      <ResizeHandle of={panel} />
      <Tabs {...props} />
    </aside>
  );
}

function Tabs({ tab, onTab, onClose }: PanelProps) {
  const { View, name } = tabs[tab];
  const mayList = useMay("projects.tree");
  const offered = mayList ? tabIds : tabIds.filter((id) => id !== "files");
  const step = (by: number) => {
    const next = offered[(offered.indexOf(tab) + by + offered.length) % offered.length];
    if (next === undefined) return;
    onTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <>
      <div className={styles.bar}>
        <div className={styles.tabs} role="tablist" aria-label="Session details">
          {offered.map((id) => (
            <button
              key={id}
              id={`tab-${id}`}
              type="button"
              role="tab"
              className={styles.tab}
              aria-selected={id === tab}
              aria-controls="tab-view"
              tabIndex={id === tab ? 0 : -1}
              onClick={() => onTab(id)}
              onKeyDown={({ key }) => {
                if (key === "ArrowRight") step(1);
                else if (key === "ArrowLeft") step(-1);
              }}
            >
              {tabs[id].name}
            </button>
          ))}
        </div>
        <IconButton label="Close panel" onClick={onClose}>
          <X size={16} />
        </IconButton>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
      <div id="tab-view" className={styles.view} role="tabpanel" aria-label={name} tabIndex={0}>
        <View />
      </div>
    </>
  );
}
