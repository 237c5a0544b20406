import type { RestorePreview } from "@polylog/client";
import { useId, useState } from "react";
import { pendingConfirmations } from "../../data/confirmations.ts";
import { plural } from "../../format/format.ts";
import { useStore } from "../../store/store.ts";
import { Button } from "../../ui/button.tsx";
import own from "../settings/projects-section.module.css";
import settings from "../settings/settings.module.css";
import styles from "./backup.module.css";
import { isDevice, policyGroups } from "./policy-groups.ts";
import { PolicyRow } from "./policy-row.tsx";
import { ProgressLine } from "./progress-line.tsx";

interface BackupPreviewFormProps {
  readonly preview: RestorePreview;
  readonly isRestoring: boolean;
  readonly onRestore: (selected: readonly string[]) => void;
}

/** The entries of a backup that can be restored in addition to its sessions. None is selected by default. */
export function BackupPreviewForm({ preview, isRestoring, onRestore }: BackupPreviewFormProps) {
  const { policies, omitted } = preview;
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  const select = (id: string, isSelected: boolean) => {
    const others = [...selected].filter((other) => other !== id);
    setSelected(new Set(isSelected ? [...others, id] : others));
  };
  const chosen = policies.filter(({ id }) => selected.has(id));
  const devices = chosen.filter(isDevice).length;
  const all = policies.length + omitted;
  const isAsking = useStore(pendingConfirmations).length > 0;
  return (
    <div className={styles.checked}>
      <p role="status" className={styles.summary}>
        {all === 0
          ? "This backup contains no rules, devices or settings that differ from this server."
          : `${plural(all, "entry", "entries")} in this backup ${all === 1 ? "differs" : "differ"} from this server. Only entries you select are restored.`}
      </p>
      {policyGroups(policies).map((group) => (
        <Group key={group.name} name={group.name}>
          {group.policies.map((policy) => (
            <PolicyRow
              key={policy.id}
              policy={policy}
              isSelected={selected.has(policy.id)}
              isFixed={isRestoring}
              onSelect={(isSelected) => select(policy.id, isSelected)}
            />
          ))}
        </Group>
      ))}
      {omitted > 0 && (
        <p className={settings.hint}>
          {omitted} more cannot be selected: there are too many entries, or they are too large.
        </p>
      )}
      <div className={styles.actions}>
        <Button
          look="danger"
          aria-disabled={isRestoring}
          onClick={() => !isRestoring && onRestore(chosen.map(({ id }) => id))}
        >
          Restore
        </Button>
        {policies.length > 0 && (
          <p className={settings.hint}>
            {chosen.length} of {policies.length} selected
            {devices > 0 && `. ${plural(devices, "device gets", "devices get")} access again.`}
          </p>
        )}
      </div>
      {isRestoring && !isAsking && <ProgressLine text="Restoring…" />}
    </div>
  );
}

function Group({ name, children }: { readonly name: string; readonly children: React.ReactNode }) {
  const id = useId();
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h3 id={id} className={own.subheading}>
        {name}
      </h3>
      <ul>{children}</ul>
    </section>
  );
}
