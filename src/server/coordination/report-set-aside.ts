import { LimitedUntil } from "../../domain/errors.js";
import type { RepositoryRef } from "../../engine/ports.js";
import type { Database } from "../postgres/database.js";
import { noteSaid, type SetAside } from "../postgres/set-aside.js";
import { named, type Services } from "./coordination.js";

/** What is said to the people of a repository that is set aside, and of one that works again. */
export function reportingSetAside(database: Database, { saySetAside, log }: Pick<Services, "saySetAside" | "log">) {
  /**
   * Says whether it could be said. An archive takes no comments: that it works there is no less true, and what was reconciled
   * is not to be tried over and over, nor given up, for the sake of a word.
   */
  async function tellItWorks(repository: RepositoryRef): Promise<boolean> {
    try {
      await saySetAside(repository, null);
      return true;
    } catch (error) {
      if (error instanceof LimitedUntil) throw error;
      log.warn({ err: error, ...named(repository) }, "that it works again could not be said");
      return false;
    }
  }

  /** Says why, once for each reason. What is wrong there may be wrong with saying it too, so each sweep tries until it is said. */
  async function tell(aside: SetAside): Promise<void> {
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
    // Taken up again while this was being said: then it was said for the last time, and is wrong.
    if (!(await noteSaid(database, aside))) await tellItWorks(repository);
  }

  return { tell, tellItWorks };
}
