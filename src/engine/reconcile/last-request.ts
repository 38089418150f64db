import { Config } from "../../domain/config/config.js";
import type { SetupKit } from "../../features/setup/setup-kit.js";
import { observationQuery } from "../observation-query.js";
import type { Forge, RepositoryRef } from "../ports.js";

/** The issue that was labelled last: people look there while no request is in progress. Undefined if there is none. */
export async function lastRequest(
  repository: RepositoryRef,
  { forge, setupKit }: { readonly forge: Pick<Forge, "observe">; readonly setupKit: SetupKit | null },
): Promise<number | undefined> {
  const { requests } = await forge.observe(repository, observationQuery(null, Config.parse({}), setupKit));
  return requests.toSorted((one, other) => one.labelledAt.localeCompare(other.labelledAt)).at(-1)?.issue;
}
