import type { CliCommand } from "../command.js";

export const reindex: CliCommand = {
  name: "reindex",
  usage: "factory reindex [DIR | owner/name | GIT-URL] [--into FOLDER] [--json]",
  summary: "Compute every vector of a repository's code index again, with the embedder of its configuration.",
  flags: [
    [
      "DIR | owner/name | GIT-URL",
      "The repository, at its HEAD; the present folder by default. GITHUB_TOKEN reads a private one.",
    ],
    [
      "--into FOLDER",
      "Where the vectors go. By default the App's own folder of this repository below CACHE_DIR, if it has only one. EMBEDDER_URL and EMBEDDER_API_KEY allow a hosted embedder, as for the App.",
    ],
    ["--json", "The result as one JSON document on standard output, a refusal (`error`, `details`) too."],
  ],
  exits: "0 when all vectors are there, 1 when they could not be made, 2 when there is no such repository or folder.",
  run: async (args) => (await import("./run-reindex.js")).runReindex(args),
};
