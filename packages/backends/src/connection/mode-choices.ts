import { type Choice, modeNames, permissionModes } from "@polylog/core";

/** Polylog's permission modes, for programs that have no modes of their own. */
export const modeChoices: readonly Choice[] = permissionModes.map((id) => ({ id, name: modeNames[id].name }));
