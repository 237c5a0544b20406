import { persistentStore } from "../store/persistent-store.ts";

/** What this browser tells its person about while another window is in front. All of it is off until somebody says so. */
export interface NotifySettings {
  readonly asks: boolean;
  readonly ended: boolean;
}

const off: NotifySettings = { asks: false, ended: false };

export const notifySettings = persistentStore<NotifySettings>(
  "notify",
  off,
  (value): value is NotifySettings => {
    const given = value as Partial<NotifySettings> | null;
    return typeof given?.asks === "boolean" && typeof given.ended === "boolean";
  },
);
