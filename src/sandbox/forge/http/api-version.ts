import { GitHubError } from "./errors.js";

/** The versions of the REST API that the forge answers. */
const API_VERSIONS: readonly string[] = ["2022-11-28"];

/** GitHub answers 400 to an unknown version. Without the header it uses the oldest. */
export function checkApiVersion(headers: Readonly<Record<string, string>>): void {
  const asked = headers["x-github-api-version"];
  if (asked === undefined || API_VERSIONS.includes(asked)) return;
  throw new GitHubError(400, "The version you specified is not a supported version.");
}
