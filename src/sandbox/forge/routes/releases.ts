/** Releases and the list of tags. */
import { z } from "zod";
import { canWrite } from "../http/access.js";
import { acting, param, type RepositoryCall, readBody } from "../http/call.js";
import { notFound } from "../http/errors.js";
import { pageReply } from "../http/pagination.js";
import { created, noContent, ok, type Reply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import {
  byPublication,
  createRelease,
  deleteRelease,
  editRelease,
  type ReleaseWords,
  releaseByTag,
} from "../operations/repository/publish-release.js";
import { MAKE_LATEST, type ReleaseRecord } from "../records/release.js";
import { tagOf } from "../ref-names.js";
import { resolveCommit } from "../resolve.js";
import { releaseJson, tagItem } from "../resources/release.js";

const READ = { permissions: ["contents:read"], role: "read" } as const;
const WRITE = { permissions: ["contents:write"], role: "write" } as const;

export const releasesRoutes: readonly Route[] = [
  repositoryRoute("GET /repos/{owner}/{repo}/releases", READ, (call) =>
    pageReply(call, visible(call).toSorted(byPublication).toReversed(), (release) => shown(call, release)),
  ),
  repositoryRoute("POST /repos/{owner}/{repo}/releases", WRITE, create),
  repositoryRoute("GET /repos/{owner}/{repo}/releases/tags/{tag}", READ, (call) =>
    ok(shown(call, found(releaseByTag(call.repository, param(call, "tag"))))),
  ),
  repositoryRoute("GET /repos/{owner}/{repo}/releases/{release_id}", READ, (call) => ok(shown(call, named(call)))),
  repositoryRoute("PATCH /repos/{owner}/{repo}/releases/{release_id}", WRITE, edit),
  repositoryRoute("DELETE /repos/{owner}/{repo}/releases/{release_id}", WRITE, async (call) => {
    await deleteRelease(call.hub, acting(call), { repository: call.repository, release: named(call) });
    return noContent();
  }),
  repositoryRoute("GET /repos/{owner}/{repo}/tags", READ, listTags),
];

const shown = ({ hub, repository }: RepositoryCall, release: ReleaseRecord) => releaseJson(hub, repository, release);

/** Drafts are visible to people with push access. */
function visible({ hub, caller, repository }: RepositoryCall): ReleaseRecord[] {
  const all = [...repository.releases.values()];
  return canWrite(hub, caller, repository) ? all : all.filter(({ draft }) => !draft);
}

function named(call: RepositoryCall): ReleaseRecord {
  const id = Number(param(call, "release_id"));
  return found(visible(call).find((release) => release.id === id));
}

function found(release: ReleaseRecord | undefined): ReleaseRecord {
  if (release === undefined) throw notFound();
  return release;
}

const Words = z.looseObject({
  tag_name: z.string().optional(),
  target_commitish: z.string().optional(),
  name: z.string().nullish(),
  body: z.string().nullish(),
  draft: z.boolean().optional(),
  prerelease: z.boolean().optional(),
  make_latest: z.enum(MAKE_LATEST).optional(),
});

/** The fields of the request override the existing ones. */
function wordsOf(said: z.infer<typeof Words>, before: ReleaseWords): ReleaseWords {
  return {
    tagName: said.tag_name ?? before.tagName,
    targetCommitish: said.target_commitish ?? before.targetCommitish,
    name: said.name === undefined ? before.name : said.name,
    body: said.body === undefined ? before.body : said.body,
    draft: said.draft ?? before.draft,
    prerelease: said.prerelease ?? before.prerelease,
    makeLatest: said.make_latest ?? before.makeLatest,
  };
}

async function create(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const said = readBody(call, Words.extend({ tag_name: z.string() }));
  const words = wordsOf(said, {
    tagName: said.tag_name,
    targetCommitish: repository.defaultBranch,
    name: null,
    body: null,
    draft: false,
    prerelease: false,
    makeLatest: "true",
  });
  return created(shown(call, await createRelease(hub, acting(call), repository, words)));
}

async function edit(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const release = named(call);
  await editRelease(hub, acting(call), { repository, release, words: wordsOf(readBody(call, Words), release) });
  return ok(shown(call, release));
}

/** Sorted by name, descending: v10 before v9. */
function listTags(call: RepositoryCall): Promise<Reply> {
  const { hub, repository, git } = call;
  const names = [...git.refs.keys()].flatMap((ref) => tagOf(ref) ?? []);
  const newestFirst = names.toSorted((a, b) => b.localeCompare(a, "en", { numeric: true }));
  return pageReply(call, newestFirst, async (name) => {
    const commit = await resolveCommit(git, `refs/tags/${name}`, repository.defaultBranch);
    return tagItem(hub, repository, { name, commit: commit?.sha ?? git.refs.get(`refs/tags/${name}`) ?? "" });
  });
}
