import type { SessionHandle } from "@polylog/client";
import { modeNames, permissionModes } from "@polylog/core";
import { Shield, Sparkles } from "lucide-react";
import { client } from "../data/client.ts";
import { isCancelled } from "../data/confirmations.ts";
import { putRow } from "../data/sessions.ts";
import { showToast } from "../ui/toasts.tsx";
import { Item, Items, type Run } from "./item.tsx";
import type { PalettePage } from "./palette.tsx";
import { useSessionModels } from "./use-session-models.ts";

interface ModeAndModelItemsProps {
  readonly handle: SessionHandle;
  readonly page: PalettePage;
  readonly onRun: Run;
}

/** The modes or models that the session can switch to. */
export function ModeAndModelItems({ handle, page, onRun }: ModeAndModelItemsProps) {
  const models = useSessionModels(handle);
  const change = (what: { readonly modeId?: string; readonly modelId?: string }) =>
    onRun(
      () =>
        void client.sessions.change({ sessionId: handle.sessionId, ...what }).then(putRow, (error: Error) => {
          if (!isCancelled(error)) showToast(error.message);
        }),
    );
  if (page === "model") {
    return (
      <Items heading="Model">
        {models.map(({ id, name }) => (
          <Item
            key={id}
            value={`${name} ${id}`}
            name={name}
            icon={<Sparkles size={15} />}
            onSelect={() => change({ modelId: id })}
          >
            {name}
          </Item>
        ))}
      </Items>
    );
  }
  return (
    <Items heading="Permission mode">
      {permissionModes.map((id) => (
        <Item
          key={id}
          value={modeNames[id].name}
          icon={<Shield size={15} />}
          detail={modeNames[id].detail}
          onSelect={() => change({ modeId: id })}
        >
          {modeNames[id].name}
        </Item>
      ))}
    </Items>
  );
}
