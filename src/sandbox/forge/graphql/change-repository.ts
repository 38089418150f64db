import { type Acting, actingAs } from "../context.js";
import { checkRepositoryAccess, type RepositoryAccess } from "../http/access.js";
import type { Place } from "./asking.js";

/** A mutation's work: access checked as a REST write's is, alone on its repository. */
export async function changeRepository<T>(
  { asking, repository }: Place,
  access: RepositoryAccess,
  task: (acting: Acting) => Promise<T>,
): Promise<T> {
  const { hub, caller, responded } = asking;
  checkRepositoryAccess(hub, caller, { repository, access, reads: false });
  return hub.exclusive(repository, async () => task(actingAs(caller, responded)));
}
