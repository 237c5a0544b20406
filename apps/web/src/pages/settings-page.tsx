import { type ComponentType, useLayoutEffect, useRef } from "react";
import { useMay } from "../data/role-access.ts";
import { ShortcutList } from "../help/shortcut-list.tsx";
import { Page } from "../layout/page.tsx";
import { Link } from "../routing/link.tsx";
import { CreateBackup } from "./backup/create-backup.tsx";
import { Restore } from "./backup/restore.tsx";
import { DevicesSection } from "./devices/devices-section.tsx";
import { AgentsSection } from "./settings/agents-section.tsx";
import { AppearanceSection } from "./settings/appearance-section.tsx";
import { NotificationsSection } from "./settings/notifications-section.tsx";
import { PermissionsSection } from "./settings/permissions-section.tsx";
import sectionStyles from "./settings/projects-section.module.css";
import { ProjectsSection } from "./settings/projects-section.tsx";
import { RetentionSection } from "./settings/retention-section.tsx";
import settings from "./settings/settings.module.css";
import styles from "./settings-page.module.css";

interface Section {
  readonly id: string;
  readonly name: string;
  readonly View: ComponentType;
  /** Only the owner can use it. */
  readonly isForOwner?: true;
}

const first: Section = { id: "appearance", name: "Appearance", View: AppearanceSection };

/** The sections of the settings. Add a new one here. */
const sections: readonly Section[] = [
  first,
  { id: "agents", name: "Agents", View: AgentsSection },
  { id: "projects", name: "Projects", View: ProjectsSection },
  { id: "permissions", name: "Permissions", View: PermissionsSection },
  { id: "devices", name: "Devices", View: DevicesSection },
  { id: "notifications", name: "Notifications", View: NotificationsSection },
  { id: "retention", name: "Retention", View: RetentionSection },
  { id: "backup", name: "Backup", View: BackupSection, isForOwner: true },
  { id: "shortcuts", name: "Shortcuts", View: KeysSection },
];

export function SettingsPage({ section }: { readonly section: string }) {
  const isOwner = useMay("settings.get");
  const shown = sections.filter(({ isForOwner = false }) => isOwner || !isForOwner);
  const { id, View } = shown.find((each) => each.id === section) ?? first;
  const nav = useRef<HTMLElement>(null);
  // On a narrow screen the row scrolls. The current section stays visible.
  useLayoutEffect(() => {
    const current = nav.current?.querySelector(`[data-section="${id}"]`);
    current?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [id]);
  return (
    <Page title="Settings">
      <nav ref={nav} className={styles.sections} aria-label="Sections">
        {shown.map((each) => (
          <Link
            key={each.id}
            to={{ page: "settings", section: each.id }}
            className={styles.section}
            data-section={each.id}
            aria-current={each.id === id ? "page" : undefined}
          >
            {each.name}
          </Link>
        ))}
      </nav>
      <View />
    </Page>
  );
}

/** Writes the log to a file, and restores it. */
function BackupSection() {
  return (
    <div className={sectionStyles.sections}>
      <CreateBackup />
      <Restore />
    </div>
  );
}

function KeysSection() {
  return (
    <section className={settings.group} aria-labelledby="keys-heading">
      <h2 id="keys-heading" className={settings.heading}>
        Keyboard shortcuts
      </h2>
      <ShortcutList />
    </section>
  );
}
