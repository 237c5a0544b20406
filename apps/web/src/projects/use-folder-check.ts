import { useEffect, useState } from "react";
import { client } from "../data/client.ts";

const waitMs = 250;

export type FolderCheck =
  | { readonly state: "none" | "checking" }
  | { readonly state: "there"; readonly entries: number }
  | { readonly state: "wrong"; readonly reason: string };

/** Whether the folder exists on the server's machine. It is checked when typing pauses. */
export function useFolderCheck(path: string): FolderCheck {
  const wanted = path.trim();
  const [checked, setChecked] = useState<{ readonly of: string; readonly check: FolderCheck } | null>(null);
  useEffect(() => {
    if (wanted === "") return;
    let isCurrent = true;
    const tell = (check: FolderCheck) => isCurrent && setChecked({ of: wanted, check });
    const timer = setTimeout(() => {
      client.projects.tree({ projectRoot: wanted }).then(
        ({ entries }) => tell({ state: "there", entries: entries.length }),
        ({ message }: Error) => tell({ state: "wrong", reason: message }),
      );
    }, waitMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [wanted]);
  if (wanted === "") return { state: "none" };
  return checked?.of === wanted ? checked.check : { state: "checking" };
}
