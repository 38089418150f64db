import { Config } from "../../domain/config/config.js";
import type { SetupKit } from "../../features/setup/setup-kit.js";
import { observationQuery } from "../observation-query.js";
import type { Forge, RepositoryRef } from "../ports.js";

/** The issue that was labelled last: where people look while none is worked on. Without any there is nobody to tell. */
export async function lastRequest(
  repository: RepositoryRef,
  { forge, setupKit }: { readonly forge: Pick<Forge, "observe">; readonly setupKit: SetupKit | null },
): Promise<number | undefined> {
  const { requests } = await forge.observe(repository, observationQuery(null, Config.parse({}), setupKit));
  return requests.toSorted((one, other) => one.labelledAt.localeCompare(other.labelledAt)).at(-1)?.issue;
}
