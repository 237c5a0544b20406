import { useState } from "react";
import { type NotifySettings, notifySettings } from "../../notify/notify-settings.ts";
import { useStore } from "../../store/store.ts";
import own from "./projects-section.module.css";
import styles from "./settings.module.css";

const kinds: readonly (readonly [keyof NotifySettings, string, string])[] = [
  ["asks", "Something waits for you", "Permissions, questions and plans, of subagents too"],
  ["ended", "A run has ended", "Done, failed or interrupted"],
];

/** What this browser tells about. The browser is asked for its permission only when something is turned on. */
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
      <legend className={styles.heading}>Notifications of this browser</legend>
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
          ? "This browser was told not to show notifications of this page. Allow them in its settings for this site first."
          : permission === "unsupported"
            ? "This browser shows notifications only for pages over HTTPS, or of this machine."
            : "They come while you look at something else. The tab’s title and icon show what waits in any case."}
      </p>
    </fieldset>
  );
}
