import type { Hub } from "../hub.js";
import { fullName, ownerOf, theRepository } from "../lookup.js";
import { nodeId } from "../node-id.js";
import { type Role, roleAtLeast } from "../records/account.js";
import { type RepositoryRecord, type RepositorySettings, squashWords } from "../records/repository.js";
import { simpleUser } from "./account.js";
import type { Schema } from "./schemas.js";

/** The common fields of a repository: its identity and its forty URLs. */
function simpleRepository(hub: Hub, repository: RepositoryRecord): Schema<"simple-repository"> {
  const name = fullName(hub.state, repository);
  const api = hub.urls.api(`/repos/${name}`);
  return {
    id: repository.id,
    node_id: nodeId("Repository", repository.id),
    name: repository.name,
    full_name: name,
    owner: simpleUser(hub, ownerOf(hub.state, repository)),
    private: repository.private,
    html_url: hub.urls.html(`/${name}`),
    description: repository.description,
    fork: repository.forkOfId !== null,
    url: api,
    archive_url: `${api}/{archive_format}{/ref}`,
    assignees_url: `${api}/assignees{/user}`,
    blobs_url: `${api}/git/blobs{/sha}`,
    branches_url: `${api}/branches{/branch}`,
    collaborators_url: `${api}/collaborators{/collaborator}`,
    comments_url: `${api}/comments{/number}`,
    commits_url: `${api}/commits{/sha}`,
    compare_url: `${api}/compare/{base}...{head}`,
    contents_url: `${api}/contents/{+path}`,
    contributors_url: `${api}/contributors`,
    deployments_url: `${api}/deployments`,
    downloads_url: `${api}/downloads`,
    events_url: `${api}/events`,
    forks_url: `${api}/forks`,
    git_commits_url: `${api}/git/commits{/sha}`,
    git_refs_url: `${api}/git/refs{/sha}`,
    git_tags_url: `${api}/git/tags{/sha}`,
    hooks_url: `${api}/hooks`,
    issue_comment_url: `${api}/issues/comments{/number}`,
    issue_events_url: `${api}/issues/events{/number}`,
    issues_url: `${api}/issues{/number}`,
    keys_url: `${api}/keys{/key_id}`,
    labels_url: `${api}/labels{/name}`,
    languages_url: `${api}/languages`,
    merges_url: `${api}/merges`,
    milestones_url: `${api}/milestones{/number}`,
    notifications_url: `${api}/notifications{?since,all,participating}`,
    pulls_url: `${api}/pulls{/number}`,
    releases_url: `${api}/releases{/id}`,
    stargazers_url: `${api}/stargazers`,
    statuses_url: `${api}/statuses/{sha}`,
    subscribers_url: `${api}/subscribers`,
    subscription_url: `${api}/subscription`,
    tags_url: `${api}/tags`,
    teams_url: `${api}/teams`,
    trees_url: `${api}/git/trees{/sha}`,
  };
}

/** The ordinary form: in lists, pull request ends and webhooks. */
export function repositoryJson(hub: Hub, repository: RepositoryRecord) {
  const simple = simpleRepository(hub, repository);
  const page = simple.html_url;
  return {
    ...simple,
    git_url: `${page.replace(/^https?:/, "git:")}.git`,
    ssh_url: `git@${new URL(page).hostname}:${simple.full_name}.git`,
    clone_url: `${page}.git`,
    svn_url: page,
    mirror_url: null,
    homepage: repository.homepage,
    language: null,
    license: null,
    forks_count: 0,
    forks: 0,
    stargazers_count: 0,
    watchers_count: 0,
    watchers: 0,
    size: 0,
    default_branch: repository.defaultBranch,
    open_issues_count: repository.openIssueCount,
    open_issues: repository.openIssueCount,
    is_template: false,
    topics: repository.topics,
    has_issues: repository.settings.hasIssues,
    has_projects: false,
    has_wiki: false,
    has_pages: false,
    has_downloads: false,
    has_discussions: false,
    archived: repository.archived,
    disabled: false,
    visibility: repository.private ? "private" : "public",
    pushed_at: repository.pushedAt,
    created_at: repository.createdAt,
    updated_at: repository.updatedAt,
    allow_forking: true,
    web_commit_signoff_required: false,
  } satisfies Schema<"repository">;
}

const MAY_MERGE: ReadonlySet<Role> = new Set(["write", "maintain", "admin"]);

/** Who may not merge is not told these; GraphQL tells them to every reader. */
function mergeSettings(settings: RepositorySettings) {
  const { title, message } = squashWords(settings);
  return {
    allow_rebase_merge: settings.allowRebaseMerge,
    allow_squash_merge: settings.allowSquashMerge,
    allow_merge_commit: settings.allowMergeCommit,
    allow_auto_merge: settings.allowAutoMerge,
    allow_update_branch: settings.allowUpdateBranch,
    delete_branch_on_merge: settings.deleteBranchOnMerge,
    use_squash_pr_title_as_default: title === "PR_TITLE",
    squash_merge_commit_title: title,
    squash_merge_commit_message: message,
    merge_commit_title: "MERGE_MESSAGE",
    merge_commit_message: "PR_TITLE",
  } as const;
}

/** A single repository, with its settings and the caller's permissions. */
export function fullRepository(hub: Hub, repository: RepositoryRecord, role: Role): Schema<"full-repository"> {
  const { settings } = repository;
  const owner = ownerOf(hub.state, repository);
  const parent = repository.forkOfId === null ? undefined : theRepository(hub.state, repository.forkOfId);
  return {
    ...repositoryJson(hub, repository),
    permissions: permissionsOf(role),
    ...(MAY_MERGE.has(role) ? mergeSettings(settings) : {}),
    temp_clone_token: null,
    subscribers_count: 0,
    network_count: 0,
    ...(owner.type === "Organization" ? { organization: simpleUser(hub, owner) } : {}),
    ...(parent === undefined ? {} : { parent: repositoryJson(hub, parent), source: repositoryJson(hub, parent) }),
  };
}

export function permissionsOf(role: Role) {
  return {
    admin: roleAtLeast(role, "admin"),
    maintain: roleAtLeast(role, "maintain"),
    push: roleAtLeast(role, "write"),
    triage: roleAtLeast(role, "triage"),
    pull: roleAtLeast(role, "read"),
  };
}
