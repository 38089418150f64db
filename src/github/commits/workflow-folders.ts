import { z } from "zod";
import { Sha } from "../../domain/ids.js";
import type { Place } from "../client/github.js";

const FOLDER = ".github/workflows";
const FOLDERS = `query ($owner: String!, $name: String!, $one: String!, $other: String!) {
  repository(owner: $owner, name: $name) { one: object(expression: $one) { oid } other: object(expression: $other) { oid } }
}`;
const Entry = z.object({ oid: Sha }).nullable();
const Folders = z.object({ repository: z.object({ one: Entry, other: Entry }) });

/** What names the head of the default branch, whatever its name is. */
const DEFAULT_HEAD = "HEAD";

/** Whether two commits have the same workflow files. Git names a folder by what is in it, so two names are enough. */
export async function haveSameWorkflows(
  { gitHub, owner, repo }: Place,
  one: string,
  other: string = DEFAULT_HEAD,
): Promise<boolean> {
  const asked = { owner, name: repo, one: `${one}:${FOLDER}`, other: `${other}:${FOLDER}` };
  const { repository } = Folders.parse(await gitHub.graphql(FOLDERS, asked));
  return repository.one?.oid === repository.other?.oid;
}
