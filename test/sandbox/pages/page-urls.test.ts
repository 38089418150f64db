import { describe, expect, it } from "vitest";
import { createPageUrls } from "../../../src/sandbox/pages/page-urls.js";

const url = createPageUrls("http://127.0.0.1:1");

describe("page addresses", () => {
  it.each([
    [url.home(), "/"],
    [url.repository("acme", "product"), "/acme/product"],
    [url.tree("acme", "product", { ref: "a/b" }), "/acme/product/tree/a/b"],
    [url.file("acme", "product", { ref: "main", path: "a b/#c.md" }), "/acme/product/blob/main/a%20b/%23c.md"],
    [url.issues("acme", "product"), "/acme/product/issues"],
    [url.issue("acme", "product", 1), "/acme/product/issues/1"],
    [url.pulls("acme", "product"), "/acme/product/pulls"],
    [url.pull("acme", "product", 2), "/acme/product/pull/2"],
    [url.pullCommits("acme", "product", 2), "/acme/product/pull/2/commits"],
    [url.pullChecks("acme", "product", 2), "/acme/product/pull/2/checks"],
    [url.pullFiles("acme", "product", 2), "/acme/product/pull/2/files"],
    [url.commit("acme", "product", "abc"), "/acme/product/commit/abc"],
    [url.commits("acme", "product", "a/b"), "/acme/product/commits/a/b"],
    [url.check("acme", "product", 3), "/acme/product/runs/3"],
    [url.actions("acme", "product"), "/acme/product/actions"],
    [url.run("acme", "product", 4), "/acme/product/actions/runs/4"],
    [url.releases("acme", "product"), "/acme/product/releases"],
    [url.release("acme", "product", "v1/x"), "/acme/product/releases/tag/v1%2Fx"],
    [url.issue("a c", "?", 1), "/a%20c/%3F/issues/1"],
  ])("%s", (address, path) => {
    expect(address).toBe(`http://127.0.0.1:1${path}`);
  });
});
