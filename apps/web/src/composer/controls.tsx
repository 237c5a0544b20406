import type { AgentState } from "@polylog/core";
import { firstKey, isPermissionMode, modeLabel, modeNames, permissionModes } from "@polylog/core";
import { ChevronDown, Shield, ShieldAlert, ShieldCheck, Sparkles, Telescope } from "lucide-react";
import type { ReactNode } from "react";
import { Menu, MenuChoices, MenuLabel, MenuLine } from "../ui/menu/menu.tsx";
import styles from "./controls.module.css";

const modeIcons = { ask: Shield, accept_edits: ShieldCheck, plan: Telescope, full: ShieldAlert } as const;

interface ModeSwitchProps {
  readonly agent: AgentState | undefined;
  readonly onMode: (modeId: string) => void;
}

/** Switches the permission mode and the agent's own mode. */
export function ModeSwitch({ agent, onMode }: ModeSwitchProps) {
  const own = (agent?.modes ?? []).filter(({ id }) => !isPermissionMode(id));
  const known = agent?.permissionMode ?? "ask";
  const Icon = modeIcons[known];
  const name = (agent === undefined ? null : modeLabel(agent)) ?? "Ask";
  return (
    <Menu
      side="top"
      trigger={
        <Control label={`Permission mode: ${name}`} isLoud={known === "full"}>
          <Icon size={14} />
          <span className={styles.name}>{name}</span>
        </Control>
      }
    >
      <MenuLabel>Permission mode · {firstKey("web", "next-mode")}</MenuLabel>
      <MenuChoices
        value={known}
        choices={permissionModes.map((id) => ({ id, ...modeNames[id] }))}
        onChoose={onMode}
      />
      {own.length > 0 && (
        <>
          <MenuLine />
          <MenuLabel>Agent modes</MenuLabel>
          <MenuChoices
            value={agent?.currentModeId ?? null}
            choices={own.map(({ id, name: title, description }) => ({
              id,
              name: title,
              detail: description,
            }))}
            onChoose={onMode}
          />
        </>
      )}
    </Menu>
  );
}

interface ModelPickerProps {
  readonly model: string | null;
  readonly models: AgentState["models"];
  readonly onModel: (modelId: string) => void;
}

export function ModelPicker({ model, models, onModel }: ModelPickerProps) {
  if (models.length === 0) return null;
  const name = models.find(({ id }) => id === model)?.name ?? model ?? "Model";
  return (
    <Menu
      side="top"
      trigger={
        <Control label={`Model: ${name}`} isLong>
          <Sparkles size={14} />
          <span className={styles.name}>{name}</span>
        </Control>
      }
    >
      <MenuLabel>Model</MenuLabel>
      <MenuChoices
        value={model}
        choices={models.map(({ id, name: title, description }) => ({ id, name: title, detail: description }))}
        onChoose={onModel}
      />
    </Menu>
  );
}

interface ControlProps {
  readonly label: string;
  readonly isLoud?: boolean;
  readonly isLong?: boolean;
  readonly children: ReactNode;
}

/** One of the controls below the field. */
export function Control({ label, isLoud = false, isLong = false, children, ...rest }: ControlProps) {
  return (
    <button
      type="button"
      {...rest}
      className={styles.control}
      data-loud={isLoud}
      data-long={isLong}
      aria-label={label}
    >
      <span className={styles.text}>{children}</span>
      <ChevronDown size={12} />
    </button>
  );
}
