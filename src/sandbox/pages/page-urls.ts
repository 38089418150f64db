/** The URL of each page. The paths are GitHub's, so that every `html_url` of the API works. */
export type PageUrls = ReturnType<typeof createPageUrls>;

/** Slashes of branches and paths stay. Every other special character is encoded. */
const segments = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

export function createPageUrls(origin: string) {
  const of = (owner: string, name: string, rest = "") =>
    `${origin}/${encodeURIComponent(owner)}/${encodeURIComponent(name)}${rest}`;
  return {
    home: () => `${origin}/`,
    repository: (owner: string, name: string) => of(owner, name),
    tree: (owner: string, name: string, at: Place) => of(owner, name, `/tree/${placed(at)}`),
    file: (owner: string, name: string, at: Place) => of(owner, name, `/blob/${placed(at)}`),
    issues: (owner: string, name: string) => of(owner, name, "/issues"),
    issue: (owner: string, name: string, number: number) => of(owner, name, `/issues/${number}`),
    newIssue: (owner: string, name: string, filled: Readonly<Record<string, string>> = {}) =>
      of(owner, name, `/issues/new${Object.keys(filled).length === 0 ? "" : `?${new URLSearchParams(filled)}`}`),
    pulls: (owner: string, name: string) => of(owner, name, "/pulls"),
    pull: (owner: string, name: string, number: number) => of(owner, name, `/pull/${number}`),
    pullCommits: (owner: string, name: string, number: number) => of(owner, name, `/pull/${number}/commits`),
    pullChecks: (owner: string, name: string, number: number) => of(owner, name, `/pull/${number}/checks`),
    pullFiles: (owner: string, name: string, number: number) => of(owner, name, `/pull/${number}/files`),
    commit: (owner: string, name: string, sha: string) => of(owner, name, `/commit/${sha}`),
    commits: (owner: string, name: string, ref: string) => of(owner, name, `/commits/${segments(ref)}`),
    check: (owner: string, name: string, id: number) => of(owner, name, `/runs/${id}`),
    actions: (owner: string, name: string) => of(owner, name, "/actions"),
    run: (owner: string, name: string, id: number) => of(owner, name, `/actions/runs/${id}`),
    releases: (owner: string, name: string) => of(owner, name, "/releases"),
    release: (owner: string, name: string, tag: string) => of(owner, name, `/releases/tag/${encodeURIComponent(tag)}`),
  };
}

/** A branch, tag or commit, and a path in it. */
export type Place = { readonly ref: string; readonly path?: string };

const placed = ({ ref, path = "" }: Place): string =>
  path === "" ? segments(ref) : `${segments(ref)}/${segments(path)}`;
