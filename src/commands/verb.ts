import { z } from "zod";

/** Every verb of `/factory`, in the order help shows them (decisions.md#the-verbs). Two words are one verb. */
export const Verb = z.enum([
  "approve",
  "reject",
  "amend",
  "override",
  "amend-spec",
  "split",
  "revise-plan",
  "fix",
  "abandon",
  "retry",
  "ice approve",
  "ice reject",
  "ice defer",
  "amendment accept",
  "amendment reject",
  "continue",
  "adjust",
  "budget",
  "abort",
  "status",
  "pause",
  "resume",
  "undo",
  "deprecate",
  "release",
  "help",
]);
export type Verb = z.infer<typeof Verb>;
