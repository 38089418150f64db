import type { BuiltInAction } from "../workflow/action-reference.js";

/** The supported inputs of each stand-in. Any other input refuses the run before its start, with its line. */
export const BUILT_IN_INPUTS: Readonly<Record<BuiltInAction, readonly string[]>> = {
  "actions/checkout": ["repository", "ref", "path", "token", "fetch-depth", "fetch-tags", "persist-credentials"],
  "actions/setup-node": ["node-version", "cache", "package-manager-cache"],
  "actions/upload-artifact": [
    "name",
    "path",
    "if-no-files-found",
    "retention-days",
    "compression-level",
    "overwrite",
    "include-hidden-files",
  ],
  "actions/download-artifact": ["name", "path"],
};
