import { z } from "zod";
import type { Data } from "./wire.ts";

/** The action that a person has to confirm before a request is carried out; part of the details of `confirmation_required`. */
export const confirmation = z.object({
  id: z.string(),
  action: z.enum(["full_access", "restore", "import_session", "owner_device"]),
  text: z.string().describe("A question for a person that lists all consequences."),
  expiresTs: z.int(),
});
export type Confirmation = Data<typeof confirmation>;
