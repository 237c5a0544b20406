import type { StatusMessage } from "../message.ts";
import { afternoon } from "./afternoon.ts";
import { bash } from "./bash.ts";
import { christmas } from "./christmas.ts";
import { edit } from "./edit.ts";
import { evening } from "./evening.ts";
import { glob } from "./glob.ts";
import { grep } from "./grep.ts";
import { halloween } from "./halloween.ts";
import { idle } from "./idle.ts";
import { morning } from "./morning.ts";
import { newYear } from "./new-year.ts";
import { night } from "./night.ts";
import { preparing } from "./preparing.ts";
import { read } from "./read.ts";
import { task } from "./task.ts";
import { thinking } from "./thinking.ts";
import { tool } from "./tool.ts";
import { valentine } from "./valentine.ts";
import { web } from "./web.ts";
import { weekend } from "./weekend.ts";
import { write } from "./write.ts";

/** Every status message, written for Polylog. To add one, add a line to its category's file. */
export const statusMessages: readonly StatusMessage[] = [
  ...thinking,
  ...bash,
  ...read,
  ...write,
  ...edit,
  ...grep,
  ...glob,
  ...task,
  ...web,
  ...tool,
  ...preparing,
  ...idle,
  ...morning,
  ...afternoon,
  ...evening,
  ...night,
  ...weekend,
  ...halloween,
  ...christmas,
  ...newYear,
  ...valentine,
];
