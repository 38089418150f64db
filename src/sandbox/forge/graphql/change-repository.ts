import { type Acting, actingAs } from "../context.js";
import { checkRepositoryAccess, type RepositoryAccess } from "../http/access.js";
import type { Place } from "./asking.js";

/** Performs a mutation under the repository's lock. Access is checked like for a REST write. */
export async function changeRepository<T>(
  { asking, repository }: Place,
  access: RepositoryAccess,
  task: (acting: Acting) => Promise<T>,
): Promise<T> {
  const { hub, caller, responded } = asking;
  checkRepositoryAccess(hub, caller, { repository, access, reads: false });
  return hub.exclusive(repository, async () => task(actingAs(caller, responded)));
}
