/** The settings of a repository that an administrator can change. */
import { z } from "zod";
import { acting, type RepositoryCall, readBody } from "../http/call.js";
import { forbidden, unprocessable, validationFailed } from "../http/errors.js";
import { ok, type Reply } from "../http/reply.js";
import { repositoryRoute } from "../http/route.js";
import type { Route } from "../http/router.js";
import { fullName, ownerOf } from "../lookup.js";
import { type RepositorySettings, SQUASH_MESSAGES, SQUASH_TITLES, squashWords } from "../records/repository.js";
import { branchRef } from "../ref-names.js";
import { publish } from "../webhooks/events.js";
import { RepositoryName, shown } from "./repositories.js";

/** An archived repository only allows unarchiving. The handler refuses the rest. */
const ADMINISTER = { permissions: ["administration:write"], role: "admin", whileArchived: true } as const;

const READ_ADMINISTRATION = { permissions: ["administration:read"], role: "admin" } as const;

export const repositorySettingsRoutes: readonly Route[] = [
  repositoryRoute("PATCH /repos/{owner}/{repo}", ADMINISTER, changeRepository),
  // The forge's Actions cannot be switched off.
  repositoryRoute("GET /repos/{owner}/{repo}/actions/permissions", READ_ADMINISTRATION, () =>
    ok({ enabled: true, allowed_actions: "all", sha_pinning_required: false }),
  ),
];

const Change = z.looseObject({
  name: RepositoryName.optional(),
  description: z.string().nullish(),
  homepage: z.string().nullish(),
  private: z.boolean().optional(),
  visibility: z.enum(["public", "private"]).optional(),
  archived: z.boolean().optional(),
  default_branch: z.string().optional(),
  allow_merge_commit: z.boolean().optional(),
  allow_squash_merge: z.boolean().optional(),
  allow_rebase_merge: z.boolean().optional(),
  allow_auto_merge: z.boolean().optional(),
  allow_update_branch: z.boolean().optional(),
  delete_branch_on_merge: z.boolean().optional(),
  has_issues: z.boolean().optional(),
  squash_merge_commit_title: z.enum(SQUASH_TITLES).optional(),
  squash_merge_commit_message: z.enum(SQUASH_MESSAGES).optional(),
});
type Change = z.infer<typeof Change>;

async function changeRepository(call: RepositoryCall): Promise<Reply> {
  const { hub, repository } = call;
  const change = readBody(call, Change);
  if (repository.archived && change.archived !== false) throw forbidden("Repository was archived so is read-only.");
  await setDefaultBranch(call, change.default_branch);
  Object.assign(repository.settings, settingsOf(repository.settings, change));
  if (change.description !== undefined) repository.description = change.description;
  if (change.homepage !== undefined) repository.homepage = change.homepage === "" ? null : change.homepage;
  await rename(call, change.name);
  await setArchived(call, change.archived);
  await setPrivate(call, change.visibility === undefined ? change.private : change.visibility === "private");
  repository.updatedAt = hub.now();
  return ok(shown(call));
}

function settingsOf(known: RepositorySettings, change: Change): RepositorySettings {
  const settings = {
    allowMergeCommit: change.allow_merge_commit ?? known.allowMergeCommit,
    allowSquashMerge: change.allow_squash_merge ?? known.allowSquashMerge,
    allowRebaseMerge: change.allow_rebase_merge ?? known.allowRebaseMerge,
    allowAutoMerge: change.allow_auto_merge ?? known.allowAutoMerge,
    allowUpdateBranch: change.allow_update_branch ?? known.allowUpdateBranch,
    deleteBranchOnMerge: change.delete_branch_on_merge ?? known.deleteBranchOnMerge,
    hasIssues: change.has_issues ?? known.hasIssues,
    squashTitle: change.squash_merge_commit_title ?? squashWords(known).title,
    squashMessage: change.squash_merge_commit_message ?? squashWords(known).message,
  };
  if (!settings.allowMergeCommit && !settings.allowSquashMerge && !settings.allowRebaseMerge) {
    const message = "Sorry, you need to allow at least one merge strategy.";
    throw validationFailed({ resource: "Repository", field: "merge_commit_allowed", code: "custom", message });
  }
  return settings;
}

async function setDefaultBranch({ repository, git }: RepositoryCall, branch: string | undefined): Promise<void> {
  if (branch === undefined || branch === repository.defaultBranch) return;
  if (!git.refs.has(branchRef(branch)))
    throw unprocessable(
      `The branch ${branch} was not found. Please push that ref first or create it via the Git Data API.`,
    );
  repository.defaultBranch = branch;
  await git.setHead(branch);
}

/** The former name stays as a redirect. */
async function rename(call: RepositoryCall, name: string | undefined): Promise<void> {
  const { hub, repository } = call;
  if (name === undefined || name === repository.name) return;
  const from = repository.name;
  const taken = hub.state.repositoryNames.get(`${ownerOf(hub.state, repository).login}/${name}`.toLowerCase());
  if (taken !== undefined && taken !== repository.id) throw unprocessable("name already exists on this account");
  repository.name = name;
  hub.state.repositoryNames.set(fullName(hub.state, repository).toLowerCase(), repository.id);
  const payload = () => ({ changes: { repository: { name: { from } } } });
  await publish(hub, acting(call), { name: "repository", action: "renamed", repository, payload });
}

async function setArchived(call: RepositoryCall, archived: boolean | undefined): Promise<void> {
  const { hub, repository } = call;
  if (archived === undefined || archived === repository.archived) return;
  repository.archived = archived;
  const action = archived ? "archived" : "unarchived";
  await publish(hub, acting(call), { name: "repository", action, repository, payload: () => ({}) });
}

async function setPrivate(call: RepositoryCall, isPrivate: boolean | undefined): Promise<void> {
  const { hub, repository } = call;
  if (isPrivate === undefined || isPrivate === repository.private) return;
  repository.private = isPrivate;
  const action = isPrivate ? "privatized" : "publicized";
  await publish(hub, acting(call), { name: "repository", action, repository, payload: () => ({}) });
}
