/** Why the gates workflow should be replaced, and what happens otherwise. */
export function upgradePullRequestBody(installed: boolean): string {
  return [
    installed
      ? "The gates workflow in this repository is not the one that this version of the App starts."
      : "The gates workflow is missing: without it nothing can be judged, so nothing can be merged.",
    "",
    "| you | what happens |",
    "|---|---|",
    `| merge | the next gate run uses ${installed ? "the current" : "this"} workflow |`,
    "| close | nothing, and this version is not proposed again; gate runs may fail and then say so |",
  ].join("\n");
}
