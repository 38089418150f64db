import type { Hub } from "../hub.js";
import { fullName, theAccount } from "../lookup.js";
import { nodeId } from "../node-id.js";
import type { ReleaseRecord } from "../records/release.js";
import type { RepositoryRecord } from "../records/repository.js";
import { simpleUser } from "./account.js";
import type { Schema } from "./schemas.js";

export function releaseJson(hub: Hub, repository: RepositoryRecord, release: ReleaseRecord) {
  const name = fullName(hub.state, repository);
  const api = hub.urls.api(`/repos/${name}`);
  const url = `${api}/releases/${release.id}`;
  const tag = encodeURIComponent(release.tagName);
  return {
    url,
    html_url: hub.urls.html(`/${name}/releases/tag/${release.draft ? `untagged-${release.id}` : tag}`),
    assets_url: `${url}/assets`,
    upload_url: hub.urls.html(`/api/uploads/repos/${name}/releases/${release.id}/assets{?name,label}`),
    tarball_url: release.draft ? null : `${api}/tarball/${tag}`,
    zipball_url: release.draft ? null : `${api}/zipball/${tag}`,
    id: release.id,
    node_id: nodeId("Release", repository.id, release.id),
    tag_name: release.tagName,
    target_commitish: release.targetCommitish,
    name: release.name,
    body: release.body,
    draft: release.draft,
    prerelease: release.prerelease,
    immutable: false,
    created_at: release.createdAt,
    updated_at: release.updatedAt,
    published_at: release.publishedAt,
    author: simpleUser(hub, theAccount(hub.state, release.authorId)),
    assets: [],
  } satisfies Schema<"release">;
}

export function tagItem(
  hub: Hub,
  repository: RepositoryRecord,
  tag: { readonly name: string; readonly commit: string },
): Schema<"tag"> {
  const api = hub.urls.api(`/repos/${fullName(hub.state, repository)}`);
  return {
    name: tag.name,
    commit: { sha: tag.commit, url: `${api}/commits/${tag.commit}` },
    zipball_url: `${api}/zipball/refs/tags/${tag.name}`,
    tarball_url: `${api}/tarball/refs/tags/${tag.name}`,
    node_id: nodeId("Ref", repository.id, `refs/tags/${tag.name}`),
  };
}
