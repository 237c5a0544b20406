import { useState } from "react";
import { type NotifySettings, notifySettings } from "../../notify/notify-settings.ts";
import { useStore } from "../../store/store.ts";
import own from "./projects-section.module.css";
import styles from "./settings.module.css";

const kinds: readonly (readonly [keyof NotifySettings, string, string])[] = [
  ["asks", "An agent needs your answer", "Permissions, questions and plans, including those of subagents"],
  ["ended", "A run ended", "Done, failed or interrupted"],
];

/** The notifications of this browser. Its permission is requested only when one is turned on. */
export function NotificationsSection() {
  const settings = useStore(notifySettings);
  const [permission, setPermission] = useState(() =>
    "Notification" in globalThis ? Notification.permission : "unsupported",
  );
  const set = async (kind: keyof NotifySettings, isOn: boolean) => {
    if (isOn && Notification.permission === "default") setPermission(await Notification.requestPermission());
    if (!isOn || Notification.permission === "granted") notifySettings.set({ ...settings, [kind]: isOn });
  };
  const isPossible = permission !== "unsupported" && permission !== "denied";
  return (
    <fieldset className={styles.group}>
      <legend className={styles.heading}>Notifications in this browser</legend>
      {kinds.map(([kind, name, about]) => (
        <label key={kind} className={own.check}>
          <input
            type="checkbox"
            checked={settings[kind] && permission === "granted"}
            disabled={!isPossible}
            onChange={({ target }) => void set(kind, target.checked)}
          />
          <span>
            {name}
            <br />
            <span className={styles.hint}>{about}</span>
          </span>
        </label>
      ))}
      <p className={styles.hint} role="status">
        {permission === "denied"
          ? "This browser blocks notifications from this page. Allow them in its site settings first."
          : permission === "unsupported"
            ? "This browser shows notifications only on HTTPS pages and on localhost."
            : "Shown while another window has the focus. The tab’s title and icon always show how many asks are open."}
      </p>
    </fieldset>
  );
}
