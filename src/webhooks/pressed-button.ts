import { z } from "zod";
import { Sha } from "../domain/ids.js";
import type { RepositoryRef } from "../ports.js";

const about = {
  check_run: z.object({ id: z.number().int().positive(), head_sha: Sha }),
  repository: z.object({ id: z.number(), name: z.string(), owner: z.object({ login: z.string() }) }),
  installation: z.object({ id: z.number() }),
  sender: z.object({ login: z.string().min(1), type: z.string() }),
};

/** Our own buttons, and GitHub's "Re-run", which every check run has. */
const Payload = z.discriminatedUnion("action", [
  z.object({
    action: z.literal("requested_action"),
    requested_action: z.object({ identifier: z.enum(["retry", "pause", "continue"]) }),
    ...about,
  }),
  z.object({ action: z.literal("rerequested"), ...about }),
]);

/** A button under one of our check runs, and who pressed it. GitHub keeps no record of it: this is the only word of it. */
export type PressedButton = {
  readonly repository: RepositoryRef;
  readonly button: "retry" | "pause" | "continue" | "rerun";
  readonly by: { readonly login: string; readonly type: string };
  readonly check: number;
  readonly head: Sha;
};

export function pressedButton(payload: unknown): PressedButton | null {
  const parsed = Payload.safeParse(payload);
  if (!parsed.success) return null;
  const { check_run, repository, installation, sender } = parsed.data;
  return {
    repository: {
      id: repository.id,
      installation: installation.id,
      owner: repository.owner.login,
      name: repository.name,
    },
    button: parsed.data.action === "rerequested" ? "rerun" : parsed.data.requested_action.identifier,
    by: sender,
    check: check_run.id,
    head: check_run.head_sha,
  };
}
