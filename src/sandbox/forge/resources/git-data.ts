import type { GitObjectInfo } from "../git/object-reader.js";
import type { Tag, TreeEntry } from "../git/objects.js";
import type { Hub } from "../hub.js";
import { fullName } from "../lookup.js";
import { nodeId } from "../node-id.js";
import type { RepositoryRecord } from "../records/repository.js";
import type { Schema } from "./schemas.js";

const api = (hub: Hub, repository: RepositoryRecord) => hub.urls.api(`/repos/${fullName(hub.state, repository)}`);

export function refJson(hub: Hub, repository: RepositoryRecord, ref: string, object: GitObjectInfo): Schema<"git-ref"> {
  const base = api(hub, repository);
  return {
    ref,
    node_id: nodeId("Ref", repository.id, ref),
    url: `${base}/git/${ref}`,
    object: { type: object.type, sha: object.sha, url: `${base}/git/${object.type}s/${object.sha}` },
  };
}

export type SizedEntry = TreeEntry & { readonly size?: number };

export function treeJson(
  hub: Hub,
  repository: RepositoryRecord,
  tree: { readonly sha: string; readonly entries: readonly SizedEntry[]; readonly truncated: boolean },
): Schema<"git-tree"> {
  const base = api(hub, repository);
  return {
    sha: tree.sha,
    url: `${base}/git/trees/${tree.sha}`,
    truncated: tree.truncated,
    tree: tree.entries.map((entry) => ({
      path: entry.path,
      mode: entry.mode,
      type: entry.type,
      sha: entry.sha,
      ...(entry.size === undefined ? {} : { size: entry.size }),
      ...(entry.type === "commit" ? {} : { url: `${base}/git/${entry.type}s/${entry.sha}` }),
    })),
  };
}

export function blobJson(hub: Hub, repository: RepositoryRecord, sha: string, content: Buffer): Schema<"blob"> {
  return {
    sha,
    node_id: nodeId("Blob", repository.id, sha),
    size: content.length,
    url: `${api(hub, repository)}/git/blobs/${sha}`,
    content: wrapped(content),
    encoding: "base64",
  };
}

export function tagJson(hub: Hub, repository: RepositoryRecord, tag: Tag): Schema<"git-tag"> {
  const base = api(hub, repository);
  const { name, email, date } = tag.tagger ?? { name: "", email: "", date: "1970-01-01T00:00:00Z" };
  return {
    node_id: nodeId("Tag", repository.id, tag.sha),
    tag: tag.tag,
    sha: tag.sha,
    url: `${base}/git/tags/${tag.sha}`,
    message: tag.message,
    tagger: { name, email, date },
    object: { sha: tag.object, type: tag.objectType, url: `${base}/git/${tag.objectType}s/${tag.object}` },
    verification: { verified: false, reason: "unsigned", signature: null, payload: null, verified_at: null },
  };
}

/** Base64 in lines of 60 characters with a final newline, like GitHub's contents. */
export function wrapped(content: Buffer): string {
  return content.toString("base64").replace(/.{1,60}/g, "$&\n");
}
