import { Link } from "../app/link.tsx";
import { cx } from "../ui/cx.ts";
import { DevicesSection } from "./devices/devices-section.tsx";
import { Page } from "./page.tsx";
import { AgentsSection } from "./settings/agents-section.tsx";
import { AppearanceSection } from "./settings/appearance-section.tsx";
import { KeepingSection } from "./settings/keeping-section.tsx";
import { KeysSection } from "./settings/keys-section.tsx";
import { NotificationsSection } from "./settings/notifications-section.tsx";
import { PermissionsSection } from "./settings/permissions-section.tsx";
import { ProjectsSection } from "./settings/projects-section.tsx";
import styles from "./settings-page.module.css";

/** What can be set, a section each. A new one is a line here. */
const sections = [
  { id: "appearance", name: "Appearance", View: AppearanceSection },
  { id: "agents", name: "Agents", View: AgentsSection },
  { id: "projects", name: "Projects", View: ProjectsSection },
  { id: "permissions", name: "Permissions", View: PermissionsSection },
  { id: "devices", name: "Devices", View: DevicesSection },
  { id: "notifications", name: "Notifications", View: NotificationsSection },
  { id: "keeping", name: "Keeping", View: KeepingSection },
  { id: "keys", name: "Keys", View: KeysSection },
] as const;

export function SettingsPage({ section }: { readonly section: string }) {
  const { id, View } = sections.find((each) => each.id === section) ?? sections[0];
  return (
    <Page title="Settings">
      <nav className={styles.sections} aria-label="Sections">
        {sections.map((each) => (
          <Link
            key={each.id}
            to={{ page: "settings", section: each.id }}
            className={cx(styles.section)}
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
