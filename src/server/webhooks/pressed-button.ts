import { z } from "zod";
import { sha256 } from "../../domain/hash.js";
import { Sha } from "../../domain/ids.js";

const Check = z.object({ id: z.number().int().positive(), head_sha: Sha });
/** Null for a head of a fork. */
const Suite = z.object({ head_branch: z.string().min(1).nullish() });
const CheckRun = Check.extend({ check_suite: Suite.nullish() });
const about = {
  repository: z.object({ id: z.number(), name: z.string(), owner: z.object({ login: z.string() }) }),
  installation: z.object({ id: z.number() }),
  sender: z.object({ login: z.string().min(1), type: z.string() }),
};

/** Our own buttons, and GitHub's "Re-run" of a check run and "Re-run all checks" of a head. */
const Payload = z.union([
  z.object({
    action: z.literal("requested_action"),
    requested_action: z.object({ identifier: z.enum(["retry", "pause", "continue"]) }),
    check_run: CheckRun,
    ...about,
  }),
  z.object({ action: z.literal("rerequested"), check_run: CheckRun, ...about }),
  z.object({ action: z.literal("rerequested"), check_suite: Check.extend(Suite.shape), ...about }),
]);

/**
 * A button under one of our check runs, and who pressed it. GitHub does not store it, so this delivery is the only
 * record.
 */
export const PressedButton = z.object({
  repository: z.object({ id: z.number(), installation: z.number(), owner: z.string(), name: z.string() }),
  button: z.enum(["retry", "pause", "continue", "rerun"]),
  by: z.object({ login: z.string().min(1), type: z.string() }),
  check: z.number().int().positive(),
  head: Sha,
  branch: z.string().min(1).exactOptional(),
  /**
   * The digest of the delivery's body. GitHub does not sign the delivery's id, so whoever has captured a delivery could send it
   * again under another one.
   */
  delivery: z.string().min(1).exactOptional(),
});
export type PressedButton = z.infer<typeof PressedButton>;

export function pressedButton(payload: unknown): PressedButton | null {
  const parsed = Payload.safeParse(payload);
  if (!parsed.success) return null;
  const { repository, installation, sender } = parsed.data;
  const check = "check_suite" in parsed.data ? parsed.data.check_suite : parsed.data.check_run;
  const branch =
    "check_suite" in parsed.data ? parsed.data.check_suite.head_branch : parsed.data.check_run.check_suite?.head_branch;
  return {
    repository: {
      id: repository.id,
      installation: installation.id,
      owner: repository.owner.login,
      name: repository.name,
    },
    button: parsed.data.action === "rerequested" ? "rerun" : parsed.data.requested_action.identifier,
    by: sender,
    check: check.id,
    head: check.head_sha,
    ...(branch == null ? {} : { branch }),
    delivery: sha256(JSON.stringify(payload)),
  };
}
