import { describe, expect, it } from "vitest";
import { parseActionReference } from "../../../../src/sandbox/runner/workflow/action-reference.js";

describe("uses:", () => {
  it.each([
    ["actions/checkout@v4", { kind: "built-in", name: "actions/checkout", ref: "v4" }],
    ["actions/upload-artifact@0123abc", { kind: "built-in", name: "actions/upload-artifact", ref: "0123abc" }],
    ["actions/download-artifact@v4", { kind: "built-in", name: "actions/download-artifact", ref: "v4" }],
    ["actions/setup-node@v4", { kind: "built-in", name: "actions/setup-node", ref: "v4" }],
    ["./action", { kind: "local", path: "./action" }],
    ["./", { kind: "local", path: "./" }],
    ["octo/factory/action@v1", { kind: "repository", repository: "octo/factory", path: "action", ref: "v1" }],
    ["octo/factory@v1", { kind: "repository", repository: "octo/factory", path: "", ref: "v1" }],
    [
      "octo/factory/a/b@refs/heads/x",
      { kind: "repository", repository: "octo/factory", path: "a/b", ref: "refs/heads/x" },
    ],
    // A folder inside a repository that has a stand-in is not the stand-in.
    ["actions/checkout/sub@v4", { kind: "repository", repository: "actions/checkout", path: "sub", ref: "v4" }],
  ])("%s", (uses, expected) => {
    expect(parseActionReference(uses)).toEqual(expected);
  });

  it.each([
    "docker://alpine",
    "actions/checkout",
    "checkout@v4",
    "./../other",
    "./a/../../b",
    "octo/repo/../x@v1",
    "a b/c@v1",
    "o/r@",
    "",
  ])("%j is nothing we can run", (uses) => {
    expect(parseActionReference(uses)).toBeUndefined();
  });
});
