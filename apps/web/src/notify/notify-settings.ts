import { persistentStore } from "../store/persistent-store.ts";

/** The notifications that this browser shows while another window has the focus. All are off by default. */
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
