import type { Hub } from "../hub.js";
import { nodeId } from "../node-id.js";
import type { AccountRecord } from "../records/account.js";
import type { Schema } from "./schemas.js";

export function simpleUser({ urls }: Hub, account: AccountRecord): Schema<"simple-user"> {
  const api = urls.api(`/users/${encodeURIComponent(account.login)}`);
  const page = account.type === "Bot" ? `/apps/${account.login.replace("[bot]", "")}` : `/${account.login}`;
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId(account.type, account.id),
    avatar_url: urls.html(`/avatars/u/${account.id}`),
    gravatar_id: "",
    url: api,
    html_url: urls.html(page),
    followers_url: `${api}/followers`,
    following_url: `${api}/following{/other_user}`,
    gists_url: `${api}/gists{/gist_id}`,
    starred_url: `${api}/starred{/owner}{/repo}`,
    subscriptions_url: `${api}/subscriptions`,
    organizations_url: `${api}/orgs`,
    repos_url: `${api}/repos`,
    events_url: `${api}/events{/privacy}`,
    received_events_url: `${api}/received_events`,
    type: account.type,
    site_admin: false,
  };
}

function publicUser(hub: Hub, account: AccountRecord): Schema<"public-user"> {
  return {
    ...simpleUser(hub, account),
    name: account.name,
    company: null,
    blog: "",
    location: null,
    email: account.email,
    hireable: null,
    bio: null,
    twitter_username: null,
    public_repos: countRepositories(hub, account, false),
    public_gists: 0,
    followers: 0,
    following: 0,
    created_at: account.createdAt,
    updated_at: account.createdAt,
  };
}

export function privateUser(hub: Hub, account: AccountRecord): Schema<"private-user"> {
  const privateRepositories = countRepositories(hub, account, true);
  return {
    ...publicUser(hub, account),
    private_gists: 0,
    total_private_repos: privateRepositories,
    owned_private_repos: privateRepositories,
    disk_usage: 0,
    collaborators: 0,
    two_factor_authentication: false,
  };
}

export function organizationSimple({ urls }: Hub, account: AccountRecord): Schema<"organization-simple"> {
  const api = urls.api(`/orgs/${account.login}`);
  return {
    login: account.login,
    id: account.id,
    node_id: nodeId("Organization", account.id),
    url: api,
    repos_url: `${api}/repos`,
    events_url: `${api}/events`,
    hooks_url: `${api}/hooks`,
    issues_url: `${api}/issues`,
    members_url: `${api}/members{/member}`,
    public_members_url: `${api}/public_members{/member}`,
    avatar_url: urls.html(`/avatars/u/${account.id}`),
    description: "",
  };
}

function countRepositories({ state }: Hub, account: AccountRecord, onlyPrivate: boolean): number {
  let count = 0;
  for (const repository of state.repositories.values()) {
    if (repository.ownerId === account.id && repository.private === onlyPrivate) count += 1;
  }
  return count;
}
