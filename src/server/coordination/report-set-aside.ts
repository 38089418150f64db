import { LimitedUntil } from "../../domain/errors.js";
import type { RepositoryRef } from "../../engine/ports.js";
import type { Database } from "../postgres/database.js";
import { noteSaid, type SetAside } from "../postgres/set-aside.js";
import { named, type Services } from "./coordination.js";

/** The comments for a repository that is set aside, or that works again. */
export function reportingSetAside(database: Database, { saySetAside, log }: Pick<Services, "saySetAside" | "log">) {
  /**
   * Whether it could be posted. An archived repository accepts no comments; its reconcile still counts and is not
   * repeated for a comment.
   */
  async function announceRecovery(repository: RepositoryRef): Promise<boolean> {
    try {
      await saySetAside(repository, null);
      return true;
    } catch (error) {
      if (error instanceof LimitedUntil) throw error;
      log.warn({ err: error, ...named(repository) }, "that it works again could not be said");
      return false;
    }
  }

  /** Posts the reason once. The same problem may prevent posting, so each sweep tries again until it is posted. */
  async function announce(aside: SetAside): Promise<void> {
    if (aside.said) return;
    const { repository } = aside;
    try {
      await saySetAside(repository, aside);
    } catch (error) {
      log.warn(
        { err: error, ...named(repository) },
        "why it is set aside could not be said; the next sweep tries again",
      );
      return;
    }
    // The repository was resumed while this was being posted, so the comment is wrong and is replaced.
    if (!(await noteSaid(database, aside))) await announceRecovery(repository);
  }

  return { announce, announceRecovery };
}
