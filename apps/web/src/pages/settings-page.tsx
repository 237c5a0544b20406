import { Link } from "../app/link.tsx";
import { cx } from "../ui/cx.ts";
import { Page } from "./page.tsx";
import { AgentsSection } from "./settings/agents-section.tsx";
import { AppearanceSection } from "./settings/appearance-section.tsx";
import styles from "./settings-page.module.css";

/** What can be set, a section each. A new one is a line here. */
const sections = [
  { id: "appearance", name: "Appearance", View: AppearanceSection },
  { id: "agents", name: "Agents", View: AgentsSection },
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
