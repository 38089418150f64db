/** Finds records. `find…` may fail. `the…` may not: a missing record is a bug of the forge. */
import { gone, notFound } from "./http/errors.js";
import type { AccountRecord, Role } from "./records/account.js";
import type { AppRecord, InstallationRecord } from "./records/app.js";
import type { IssueRecord, LabelRecord } from "./records/issue.js";
import type { PullRecord } from "./records/pull.js";
import type { RepositoryRecord } from "./records/repository.js";
import type { State } from "./records/state.js";

export function findAccount(state: State, login: string): AccountRecord | undefined {
  const id = state.logins.get(login.toLowerCase());
  return id === undefined ? undefined : state.accounts.get(id);
}

export function theAccount(state: State, id: number): AccountRecord {
  return must(state.accounts.get(id), `account ${id}`);
}

export function theApp(state: State): AppRecord {
  return must(state.app ?? undefined, "the App");
}

export function theRepository(state: State, id: number): RepositoryRecord {
  return must(state.repositories.get(id), `repository ${id}`);
}

/** Finds by current or former name. The caller compares `fullName` to tell them apart. */
export function findRepository(state: State, owner: string, name: string): RepositoryRecord | undefined {
  const id = state.repositoryNames.get(`${owner}/${name}`.toLowerCase());
  return id === undefined ? undefined : state.repositories.get(id);
}

export function ownerOf(state: State, repository: RepositoryRecord): AccountRecord {
  return theAccount(state, repository.ownerId);
}

export function fullName(state: State, repository: RepositoryRecord): string {
  return `${ownerOf(state, repository).login}/${repository.name}`;
}

/** The installation that covers a repository, suspended or not. */
export function installationFor(state: State, repository: RepositoryRecord): InstallationRecord | undefined {
  for (const installation of state.installations.values()) {
    if (coversRepository(installation, repository)) return installation;
  }
  return undefined;
}

export function coversRepository(installation: InstallationRecord, repository: RepositoryRecord): boolean {
  if (installation.accountId !== repository.ownerId) return false;
  return installation.repositorySelection === "all" || installation.repositoryIds.includes(repository.id);
}

/** A person's role. Everyone can read a public repository. Undefined: the repository does not exist for them. */
export function roleOf(state: State, repository: RepositoryRecord, userId: number | undefined): Role | undefined {
  const owner = ownerOf(state, repository);
  if (userId !== undefined) {
    if (owner.id === userId || owner.memberIds.includes(userId)) return "admin";
    const role = repository.collaborators.get(userId);
    if (role !== undefined) return role;
  }
  return repository.private ? undefined : "read";
}

export function findLabel(repository: RepositoryRecord, name: string): LabelRecord | undefined {
  const requested = name.toLowerCase();
  for (const label of repository.labels.values()) if (label.name.toLowerCase() === requested) return label;
  return undefined;
}

export function theIssue(repository: RepositoryRecord, number: string | number | undefined): IssueRecord {
  const issue = repository.issues.get(Number(number));
  if (repository.deletedIssues.has(Number(number))) throw gone("This issue was deleted");
  if (issue === undefined) throw notFound();
  return issue;
}

export function thePull(repository: RepositoryRecord, number: string | number | undefined): PullRecord {
  const pull = repository.pulls.get(Number(number));
  if (pull === undefined) throw notFound();
  return pull;
}

function must<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`the forge has lost ${what}`);
  return value;
}
