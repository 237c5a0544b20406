import { type PermissionRule, rulePlace, ruleSubject } from "@polylog/core";
import { ShieldCheck, ShieldX } from "lucide-react";
import { useCallback, useEffect, useState } from "react";
import { client } from "../../data/client.ts";
import { useSessionRow } from "../../data/sessions.ts";
import { ago, folderName, wholeTime } from "../../format/format.ts";
import { useMinutes } from "../../format/use-now.ts";
import { Link } from "../../routing/link.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog/dialog.tsx";
import { ExactText } from "../../ui/exact-text.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { showToast } from "../../ui/toasts.tsx";
import own from "./permissions-section.module.css";
import styles from "./settings.module.css";

/** The rules that lasting answers have created. */
export function PermissionsSection() {
  const { rules, failure, load } = useRules();
  const [leaving, setLeaving] = useState<PermissionRule | null>(null);
  const remove = ({ ruleId }: PermissionRule) => {
    client.asks.removeRule({ ruleId }).then(load, (error: Error) => {
      showToast(error.message);
      load();
    });
    setLeaving(null);
  };
  return (
    <section className={styles.group} aria-labelledby="permissions-heading">
      <h2 id="permissions-heading" className={styles.heading}>
        Permissions
      </h2>
      <p className={styles.hint}>
        Rules from your lasting answers. Deny rules win over allow rules, and rules win over the permission
        mode.
      </p>
      {rules === null && failure === null && <Spinner label="Loading" />}
      {failure !== null && <p className={styles.hint}>{failure}</p>}
      {rules?.length === 0 && (
        <p className={styles.hint}>
          No rules yet. The permission mode decides. To add a rule, choose an answer under “More” in a
          request.
        </p>
      )}
      <ul className={styles.list}>
        {(rules ?? []).map((rule) => (
          <RuleRow key={rule.ruleId} rule={rule} onRemove={() => setLeaving(rule)} />
        ))}
      </ul>
      <Dialog
        open={leaving !== null}
        onClose={() => setLeaving(null)}
        title="Remove this rule?"
        about={leaving === null ? "" : `${leaving.toolName}: ${ruleSubject(leaving)}`}
      >
        <DialogActions>
          <Button onClick={() => setLeaving(null)}>Cancel</Button>
          <Button look="danger" onClick={() => leaving !== null && remove(leaving)}>
            Remove
          </Button>
        </DialogActions>
      </Dialog>
    </section>
  );
}

interface RuleRowProps {
  readonly rule: PermissionRule;
  readonly onRemove: () => void;
}

function RuleRow({ rule, onRemove }: RuleRowProps) {
  const { effect, toolName, scope, projectRoot } = rule;
  const isAllowed = effect === "allow";
  const Icon = isAllowed ? ShieldCheck : ShieldX;
  const place = scope === "project" ? `in ${folderName(projectRoot ?? "")}` : rulePlace(rule);
  return (
    <li className={styles.agent}>
      <Icon size={20} className={isAllowed ? own.allowed : own.denied} />
      <div className={own.about}>
        <p className={own.subject}>
          <code>
            <ExactText text={ruleSubject(rule)} />
          </code>
        </p>
        <p className={styles.hint}>
          <Badge tone={isAllowed ? "done" : "failed"}>{isAllowed ? "Allowed" : "Denied"}</Badge> {toolName},{" "}
          <span title={projectRoot ?? undefined}>{place}</span>
          <Origin rule={rule} />
        </p>
      </div>
      <Button size="small" onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}

/** The person, time and session of a rule. */
function Origin({ rule: { madeTs, madeIn, madeBy } }: { readonly rule: PermissionRule }) {
  const now = useMinutes();
  const row = useSessionRow(madeIn);
  if (madeTs === null) return null;
  return (
    <>
      {" · "}
      <time title={wholeTime(madeTs)}>{ago(madeTs, now)}</time>
      {madeBy !== null && ` by ${madeBy}`}
      {row !== undefined && (
        <>
          {" in "}
          <Link to={{ page: "session", sessionId: row.sessionId, target: null }} className={own.session}>
            {row.title ?? "a session"}
          </Link>
        </>
      )}
    </>
  );
}

function useRules() {
  const [rules, setRules] = useState<readonly PermissionRule[] | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const load = useCallback(() => {
    client.asks.rules().then(
      ({ rules }) => setRules(rules),
      (error: Error) => setFailure(error.message),
    );
  }, []);
  useEffect(load, [load]);
  return { rules, failure, load };
}
