/** One request for a page: its subject, and its reader. */

import type { GitRepository } from "../forge/git/git-repository.js";
import type { Call } from "../forge/http/call.js";
import { notFound } from "../forge/http/errors.js";
import type { Hub } from "../forge/hub.js";
import { findAccount, findRepository, ownerOf } from "../forge/lookup.js";
import type { AccountRecord } from "../forge/records/account.js";
import type { RepositoryRecord } from "../forge/records/repository.js";
import type { Markdown } from "./markdown/markdown.js";
import { createPageUrls, type PageUrls } from "./page-urls.js";

export type Visit = {
  readonly hub: Hub;
  readonly url: URL;
  /** All people for the user menu of a form, and the last selected one. */
  readonly people: readonly AccountRecord[];
  readonly person: AccountRecord;
  /** URLs without an origin, so that a page works under every name of this machine. */
  readonly urls: PageUrls;
  readonly markdown: Markdown;
};

export type RepositoryVisit = Visit & {
  readonly repository: RepositoryRecord;
  readonly git: GitRepository;
  readonly owner: string;
  readonly name: string;
};

export const PERSON_COOKIE = "person";

export function visitOf(call: Call, markdown: Markdown): Visit {
  const { hub, url } = call;
  const people = [...hub.state.accounts.values()].filter(({ type }) => type === "User");
  const chosen = findAccount(hub.state, cookie(call.headers.cookie ?? "", PERSON_COOKIE));
  const person = people.find(({ id }) => id === chosen?.id) ?? people[0];
  if (person === undefined) throw new Error("the forge has no people");
  return { hub, url, people, person, urls: createPageUrls(""), markdown };
}

/** Finds a repository by its current or former name. Pages of a renamed repository keep their URLs. */
export function repositoryVisitOf(call: Call, markdown: Markdown): RepositoryVisit {
  const { hub, params } = call;
  const repository = findRepository(hub.state, params.owner ?? "", params.repo ?? "");
  if (repository === undefined) throw notFound();
  const owner = ownerOf(hub.state, repository).login;
  return { ...visitOf(call, markdown), repository, git: hub.git(repository), owner, name: repository.name };
}

function cookie(header: string, name: string): string {
  const pair = header.split(/;\s*/).find((text) => text.startsWith(`${name}=`));
  return pair?.slice(name.length + 1) ?? "";
}
