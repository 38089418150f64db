import type { TreeEntry } from "../git/objects.js";
import type { Hub } from "../hub.js";
import { fullName } from "../lookup.js";
import type { RepositoryRecord } from "../records/repository.js";
import type { Schema } from "./schemas.js";

export type ContentPlace = {
  readonly path: string;
  readonly ref: string;
  readonly entry: TreeEntry;
  readonly size: number;
};

/** The common fields of a file and a directory entry. */
export function contentJson(hub: Hub, repository: RepositoryRecord, place: ContentPlace) {
  const { path, ref, entry, size } = place;
  const name = fullName(hub.state, repository);
  const api = hub.urls.api(`/repos/${name}`);
  const encoded = path.split("/").map(encodeURIComponent).join("/");
  const self = `${api}/contents/${encoded}?ref=${encodeURIComponent(ref)}`;
  const isDirectory = entry.type === "tree";
  const html = hub.urls.html(`/${name}/${isDirectory ? "tree" : "blob"}/${ref}/${encoded}`);
  const git = entry.type === "commit" ? null : `${api}/git/${entry.type}s/${entry.sha}`;
  return {
    name: path.slice(path.lastIndexOf("/") + 1),
    path,
    sha: entry.sha,
    size: isDirectory ? 0 : size,
    url: self,
    html_url: html,
    git_url: git,
    download_url: isDirectory ? null : hub.urls.html(`/${name}/raw/${ref}/${encoded}`),
    type: contentType(entry),
    _links: { self, git, html },
  };
}

function contentType({ type, mode }: TreeEntry): Schema<"content-directory">[number]["type"] {
  if (type === "tree") return "dir";
  if (type === "commit") return "submodule";
  return mode === "120000" ? "symlink" : "file";
}
