import { type Choice, modeNames, permissionModes } from "@polylog/core";

/** The permission modes as choices, for programs without modes. */
export const modeChoices: readonly Choice[] = permissionModes.map((id) => ({ id, name: modeNames[id].name }));
