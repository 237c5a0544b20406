import { useId, useMemo } from "react";
import { useSessions } from "../data/sessions.ts";
import { byProject } from "../data/sessions-by-project.ts";
import { folderName, plural } from "../format/format.ts";
import { TextField } from "../ui/fields/field.tsx";
import styles from "./project-field.module.css";
import type { FolderCheck } from "./use-folder-check.ts";

interface ProjectFieldProps {
  readonly value: string;
  readonly check: FolderCheck;
  readonly onChange: (value: string) => void;
}

const recent = 4;

/** The folder of a project: recent ones to select, a field for any other, and whether it exists. */
export function ProjectField({ value, check, onChange }: ProjectFieldProps) {
  const listId = useId();
  const projects = useProjects();
  return (
    <div className={styles.project}>
      <TextField
        label="Project folder on the server’s machine"
        value={value}
        list={listId}
        placeholder="/home/you/code/app"
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        hint={hintOf(check)}
        error={check.state === "wrong" ? check.reason : null}
        onChange={({ target }) => onChange(target.value)}
      />
      <datalist id={listId}>
        {projects.map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
      {projects.length > 0 && (
        <ul className={styles.recent} aria-label="Recent projects">
          {projects.slice(0, recent).map((path) => (
            <li key={path}>
              <button
                type="button"
                className={styles.chip}
                title={path}
                aria-pressed={path === value.trim()}
                onClick={() => onChange(path)}
              >
                {folderName(path)}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The projects of all sessions, the latest first. */
export function useProjects(): readonly string[] {
  const { rows } = useSessions();
  return useMemo(() => byProject(rows).map(({ projectRoot }) => projectRoot), [rows]);
}

function hintOf(check: FolderCheck): string {
  if (check.state === "there") return `Folder found, ${plural(check.entries, "entry", "entries")}`;
  return check.state === "checking" ? "Checking…" : "Enter an absolute path";
}
