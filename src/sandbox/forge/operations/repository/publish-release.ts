/** Releases: drafted, published with their tag, edited, unpublished, deleted. */
import type { Acting } from "../../context.js";
import { ZERO_SHA } from "../../git/git-repository.js";
import { type FieldError, validationFailed } from "../../http/errors.js";
import type { Hub } from "../../hub.js";
import type { ReleaseRecord } from "../../records/release.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { isValidRef, tagRef } from "../../ref-names.js";
import { resolveCommit } from "../../resolve.js";
import { releaseJson } from "../../resources/release.js";
import { publish } from "../../webhooks/events.js";
import { applyRefUpdates } from "./apply-ref-updates.js";

const BODY_LIMIT = 125_000;

/** The fields of a release that its author sets. */
export type ReleaseWords = Pick<
  ReleaseRecord,
  "tagName" | "targetCommitish" | "name" | "body" | "draft" | "prerelease" | "makeLatest"
>;

type OnRelease = { readonly repository: RepositoryRecord; readonly release: ReleaseRecord };

const refused = (field: string, code: FieldError["code"], message?: string) =>
  validationFailed({ resource: "Release", code, field, ...(message === undefined ? {} : { message }) });

export async function createRelease(
  hub: Hub,
  acting: Acting,
  repository: RepositoryRecord,
  words: ReleaseWords,
): Promise<ReleaseRecord> {
  refuseWords(repository, words, undefined);
  if (!words.draft) await ensureTag(hub, acting, repository, words);
  const now = hub.now();
  const release: ReleaseRecord = {
    ...words,
    id: hub.nextId(),
    authorId: acting.user.id,
    createdAt: now,
    updatedAt: now,
    publishedAt: words.draft ? null : now,
  };
  repository.releases.set(release.id, release);
  await announce(hub, acting, { repository, release, action: "created" });
  if (!release.draft) await announcePublished(hub, acting, { repository, release });
  return release;
}

export async function editRelease(
  hub: Hub,
  acting: Acting,
  at: OnRelease & { readonly words: ReleaseWords },
): Promise<void> {
  const { repository, release, words } = at;
  refuseWords(repository, words, release);
  if (!words.draft) await ensureTag(hub, acting, repository, words);
  const before = { ...release };
  Object.assign(release, words, { updatedAt: hub.now() });
  if (before.draft && !release.draft) {
    release.publishedAt = hub.now();
    return announcePublished(hub, acting, { repository, release });
  }
  if (!before.draft && release.draft) {
    release.publishedAt = null;
    return announce(hub, acting, { repository, release, action: "unpublished" });
  }
  await announce(hub, acting, {
    repository,
    release,
    action: "edited",
    extra: { changes: changesBetween(before, release) },
  });
  if (!release.draft && before.prerelease !== release.prerelease) {
    await announce(hub, acting, { repository, release, action: release.prerelease ? "prereleased" : "released" });
  }
}

/** Deletes the release and keeps its tag. */
export async function deleteRelease(hub: Hub, acting: Acting, { repository, release }: OnRelease): Promise<void> {
  repository.releases.delete(release.id);
  await announce(hub, acting, { repository, release, action: "deleted" });
}

/** The newest published release that is no prerelease and may be the latest. */
export function latestRelease(repository: RepositoryRecord): ReleaseRecord | undefined {
  const candidates = [...repository.releases.values()].filter(
    ({ draft, prerelease, makeLatest }) => !draft && !prerelease && makeLatest !== "false",
  );
  return candidates.toSorted(byPublication).at(-1);
}

export function byPublication(a: ReleaseRecord, b: ReleaseRecord): number {
  return (a.publishedAt ?? a.createdAt).localeCompare(b.publishedAt ?? b.createdAt) || a.id - b.id;
}

/** One published release per tag; drafts may share a name. */
export function releaseByTag(repository: RepositoryRecord, tag: string): ReleaseRecord | undefined {
  return [...repository.releases.values()].find(({ tagName, draft }) => !draft && tagName === tag);
}

function refuseWords(repository: RepositoryRecord, words: ReleaseWords, own: ReleaseRecord | undefined): void {
  if (!isValidRef(tagRef(words.tagName))) throw refused("tag_name", "custom", "tag_name is not well-formed");
  if ([...(words.body ?? "")].length > BODY_LIMIT) {
    throw refused("body", "custom", `body is too long (maximum is ${BODY_LIMIT} characters)`);
  }
  const rival = words.draft ? undefined : releaseByTag(repository, words.tagName);
  if (rival !== undefined && rival !== own) throw refused("tag_name", "already_exists");
}

/** A published release needs a tag. A missing tag is created at the target. */
async function ensureTag(hub: Hub, acting: Acting, repository: RepositoryRecord, words: ReleaseWords): Promise<void> {
  const git = hub.git(repository);
  const ref = tagRef(words.tagName);
  if (git.refs.has(ref)) return;
  const commit = await resolveCommit(git, words.targetCommitish, repository.defaultBranch);
  if (commit === undefined) throw refused("target_commitish", "invalid");
  await applyRefUpdates(hub, acting, repository, [{ ref, before: ZERO_SHA, after: commit.sha }]);
}

function changesBetween(before: ReleaseWords, after: ReleaseWords) {
  const from = (was: string | null, is: string | null) => (was === is ? undefined : { from: was ?? "" });
  const changes = {
    body: from(before.body, after.body),
    name: from(before.name, after.name),
    tag_name: from(before.tagName, after.tagName),
  };
  return Object.fromEntries(Object.entries(changes).filter(([, change]) => change !== undefined));
}

async function announcePublished(hub: Hub, acting: Acting, at: OnRelease): Promise<void> {
  await announce(hub, acting, { ...at, action: "published" });
  await announce(hub, acting, { ...at, action: at.release.prerelease ? "prereleased" : "released" });
}

async function announce(
  hub: Hub,
  acting: Acting,
  event: OnRelease & { readonly action: string; readonly extra?: object },
): Promise<void> {
  const { repository, release, action, extra = {} } = event;
  const payload = () => ({ release: releaseJson(hub, repository, release), ...extra });
  await publish(hub, acting, { name: "release", action, repository, payload });
}
