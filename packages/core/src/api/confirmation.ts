import { z } from "zod";
import type { Data } from "./wire.ts";

/** What a person has to confirm before a request is done; in the details of `confirmation_required`. */
export const confirmation = z.object({
  id: z.string(),
  action: z.enum(["full_access", "restore", "import_session", "owner_device"]),
  text: z.string().describe("A question to a person, with all that would happen."),
  expiresTs: z.int(),
});
export type Confirmation = Data<typeof confirmation>;
