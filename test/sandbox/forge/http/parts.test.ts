import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tokenOf } from "../../../../src/sandbox/forge/context.js";
import { changeTree, type PathChange, type Trees } from "../../../../src/sandbox/forge/git/change-tree.js";
import { hunkUpTo, lineAtPosition, positionOfLine } from "../../../../src/sandbox/forge/git/diff-lines.js";
import { formatSignature, type TreeEntry } from "../../../../src/sandbox/forge/git/objects.js";
import { pktLine, readSection, sideband } from "../../../../src/sandbox/forge/git/pkt-line.js";
import { grants } from "../../../../src/sandbox/forge/http/access.js";
import { etagOf, matchesEtag } from "../../../../src/sandbox/forge/http/etag.js";
import { pageOf } from "../../../../src/sandbox/forge/http/pagination.js";
import { createRouter, type Route } from "../../../../src/sandbox/forge/http/router.js";
import { createMutex } from "../../../../src/sandbox/forge/mutex.js";
import { nodeId, parseNodeId } from "../../../../src/sandbox/forge/node-id.js";
import { issuesNamedIn } from "../../../../src/sandbox/forge/operations/issues/closing-keywords.js";
import { isValidRef } from "../../../../src/sandbox/forge/ref-names.js";
import { signatureOf } from "../../../../src/sandbox/forge/webhooks/delivery-attempt.js";

describe("the router", () => {
  const route = (method: Route["method"], template: string): Route => ({
    method,
    template,
    handle: () => ({ status: 200, headers: {}, body: Buffer.alloc(0) }),
  });
  const match = createRouter([
    route("GET", "/repos/{owner}/{repo}/issues"),
    route("GET", "/repos/{owner}/{repo}/issues/{issue_number}"),
    route("GET", "/repos/{owner}/{repo}/issues/comments"),
    route("GET", "/repos/{owner}/{repo}/issues/comments/{comment_id}"),
    route("GET", "/repos/{owner}/{repo}/issues/{issue_number}/comments"),
    route("GET", "/repos/{owner}/{repo}/git/ref/{ref}"),
    route("GET", "/repos/{owner}/{repo}/contents/{path}"),
    route("GET", "/repos/{owner}/{repo}/branches/{branch}"),
    route("PUT", "/repos/{owner}/{repo}/branches/{branch}/protection"),
    route("GET", "/repos/{owner}/{repo}/labels/{name}"),
  ]);

  it.each([
    ["GET", "/repos/o/r/issues/7", "/repos/{owner}/{repo}/issues/{issue_number}", { issue_number: "7" }],
    ["GET", "/repos/o/r/issues/comments", "/repos/{owner}/{repo}/issues/comments", {}],
    ["GET", "/repos/o/r/issues/comments/9", "/repos/{owner}/{repo}/issues/comments/{comment_id}", { comment_id: "9" }],
    [
      "GET",
      "/repos/o/r/issues/7/comments",
      "/repos/{owner}/{repo}/issues/{issue_number}/comments",
      { issue_number: "7" },
    ],
    ["GET", "/repos/o/r/git/ref/heads/a/b", "/repos/{owner}/{repo}/git/ref/{ref}", { ref: "heads/a/b" }],
    ["GET", "/repos/o/r/git/ref/heads%2Fa", "/repos/{owner}/{repo}/git/ref/{ref}", { ref: "heads/a" }],
    ["GET", "/repos/o/r/contents", "/repos/{owner}/{repo}/contents/{path}", { path: "" }],
    ["GET", "/repos/o/r/contents/a%20b/c", "/repos/{owner}/{repo}/contents/{path}", { path: "a b/c" }],
    [
      "PUT",
      "/repos/o/r/branches/a%2Fb/protection",
      "/repos/{owner}/{repo}/branches/{branch}/protection",
      { branch: "a/b" },
    ],
    ["GET", "/repos/o/r/labels/%zz", "/repos/{owner}/{repo}/labels/{name}", { name: "%zz" }],
  ])("%s %s finds %s", (method, path, template, params) => {
    const found = match(method, path);
    expect(found?.route.template).toBe(template);
    expect(found?.params).toMatchObject({ owner: "o", repo: "r", ...params });
  });

  it.each([
    ["DELETE", "/repos/o/r/issues"],
    ["GET", "/repos/o/r/labels/a/b"],
    ["GET", "/repos/o"],
    ["GET", "/repos/o/r/nothing"],
  ])("%s %s finds nothing", (method, path) => {
    expect(match(method, path)).toBeUndefined();
  });

  it("takes no route twice", () => {
    expect(() => createRouter([route("GET", "/a"), route("GET", "/a")])).toThrow("two routes for GET /a");
  });
});

describe("pages", () => {
  const at = (search: string) => ({ url: new URL(`http://x/api/v3/things${search}`) });
  const all = Array.from({ length: 250 }, (_none, index) => index);

  it.each([
    ["", 0, 30],
    ["?per_page=100", 0, 100],
    ["?per_page=101", 0, 100],
    ["?per_page=0", 0, 30],
    ["?per_page=x", 0, 30],
    ["?page=9", 240, 10],
    ["?page=10", 250, 0],
  ])("%s start at %i and hold %i", (search, first, length) => {
    const { items } = pageOf(at(search), all);
    expect([items[0] ?? 250, items.length]).toEqual([first, length]);
  });

  it("link to their neighbours only where there are any", () => {
    const rels = (search: string) =>
      [...(pageOf(at(search), all).headers.link ?? "").matchAll(/rel="(\w+)"/g)].map(([, rel]) => rel);
    expect(rels("?per_page=100")).toEqual(["next", "last"]);
    expect(rels("?per_page=100&page=2")).toEqual(["prev", "next", "last", "first"]);
    expect(rels("?per_page=100&page=3")).toEqual(["prev", "first"]);
    expect(pageOf(at("?per_page=100"), all.slice(0, 100)).headers).toEqual({});
    expect(pageOf(at("?state=all&per_page=100"), all).headers.link).toContain("state=all");
  });
});

describe("ETags", () => {
  it("are equal for equal bodies and match weakly, in lists, and by star", () => {
    const tag = etagOf(Buffer.from("a"));
    expect(etagOf(Buffer.from("a"))).toBe(tag);
    expect(etagOf(Buffer.from("b"))).not.toBe(tag);
    for (const header of [tag, tag.slice(2), `"x", ${tag}`, "*"]) expect(matchesEtag(header, tag)).toBe(true);
    for (const header of [undefined, '"x"', ""]) expect(matchesEtag(header, tag)).toBe(false);
  });
});

describe("permissions", () => {
  it.each([
    [{ issues: "write" }, "issues:read", true],
    [{ issues: "write" }, "issues:write", true],
    [{ issues: "read" }, "issues:write", false],
    [{ contents: "write" }, "issues:read", false],
    [{}, "metadata:read", true],
    [{ organization_projects: "admin" }, "organization_projects:write", true],
  ] as const)("%j grants %s: %s", (held, needed, granted) => {
    expect(grants(held, needed)).toBe(granted);
  });
});

describe("authorization headers", () => {
  const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;
  it.each([
    [undefined, undefined],
    ["", undefined],
    ["token abc", "abc"],
    ["BEARER abc", "abc"],
    [basic("x-access-token:abc"), "abc"],
    [basic("abc:"), "abc"],
    [basic("abc:x-oauth-basic"), "abc"],
  ])("%s carries %s", (header, token) => {
    expect(tokenOf(header)).toBe(token);
  });
});

describe("ref names", () => {
  it.each(["refs/heads/a", "refs/heads/a/b-c_d.e", "refs/tags/v1.0.0", "refs/heads/ä"])("%s is valid", (ref) => {
    expect(isValidRef(ref)).toBe(true);
  });
  it.each([
    "main",
    "refs/heads",
    "refs/heads/",
    "refs/heads/a//b",
    "refs/heads/.a",
    "refs/heads/a.lock",
    "refs/heads/a..b",
    "refs/heads/a.",
    "refs/heads/a b",
    "refs/heads/a~1",
    "refs/heads/a^",
    "refs/heads/a:b",
    "refs/heads/a?",
    "refs/heads/a*",
    "refs/heads/[a",
    "refs/heads/a\\b",
    "refs/heads/a@{1}",
    "refs/heads/a\n",
  ])("%j is not", (ref) => {
    expect(isValidRef(ref)).toBe(false);
  });
});

describe("places in a diff", () => {
  const patch = [
    "@@ -1,4 +1,4 @@ heading",
    " one",
    "-two",
    "+zwei",
    " three",
    "\\ No newline at end of file",
    "@@ -10,2 +10,3 @@",
    " ten",
    "+ten and a half",
    " eleven",
  ].join("\n");

  it.each([
    [1, "RIGHT", 1],
    [1, "LEFT", 1],
    [2, "LEFT", 2],
    [2, "RIGHT", 3],
    [3, "LEFT", 4],
    [3, "RIGHT", 4],
    [4, "RIGHT", undefined],
    [10, "RIGHT", 7],
    [11, "RIGHT", 8],
    [11, "LEFT", 9],
    [12, "RIGHT", 9],
    [12, "LEFT", undefined],
    [9, "RIGHT", undefined],
  ] as const)("line %i on the %s is at position %s", (line, side, position) => {
    expect(positionOfLine(patch, line, side)).toBe(position);
  });

  it.each([
    [0, undefined],
    [2, { line: 2, side: "LEFT" }],
    [3, { line: 2, side: "RIGHT" }],
    [4, { line: 3, side: "RIGHT" }],
    [5, undefined],
    [6, undefined],
    [8, { line: 11, side: "RIGHT" }],
    [10, undefined],
  ])("position %i is %j", (position, place) => {
    expect(lineAtPosition(patch, position)).toEqual(place);
  });

  it("are shown with their own hunk down to the line", () => {
    expect(hunkUpTo(patch, 8)).toBe("@@ -10,2 +10,3 @@\n ten\n+ten and a half");
    expect(hunkUpTo(patch, 2)).toBe("@@ -1,4 +1,4 @@ heading\n one\n-two");
  });
});

describe("changing a tree", () => {
  /** Trees kept by what they contain, as git does. */
  function memory() {
    const stored = new Map<string, readonly TreeEntry[]>();
    const trees: Trees = {
      read: async (sha) => stored.get(sha),
      write: async (entries) => {
        const sha = JSON.stringify(entries.toSorted((a, b) => (a.path < b.path ? -1 : 1)));
        stored.set(sha, entries);
        return sha;
      },
    };
    const files = async (sha: string, prefix = ""): Promise<Map<string, string>> => {
      const found = new Map<string, string>();
      for (const entry of stored.get(sha) ?? []) {
        if (entry.type !== "tree") found.set(prefix + entry.path, entry.sha);
        else for (const [path, below] of await files(entry.sha, `${prefix}${entry.path}/`)) found.set(path, below);
      }
      return found;
    };
    return { trees, files };
  }
  const path = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/"));
  const change = fc.record({ path, mode: fc.constant("100644"), sha: fc.option(fc.stringMatching(/^[0-9a-f]{4}$/)) });

  /** The same by the book: a file takes the place of a folder, and the other way round. */
  function expected(known: ReadonlyMap<string, string>, { path: changed, sha }: PathChange): Map<string, string> {
    const kept = [...known].filter(([file]) =>
      sha === null
        ? file !== changed && !file.startsWith(`${changed}/`)
        : file !== changed && !file.startsWith(`${changed}/`) && !changed.startsWith(`${file}/`),
    );
    return new Map(sha === null ? kept : [...kept, [changed, sha]]);
  }

  it("one change after the other gives the files that the changes say", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
        const { trees, files } = memory();
        let sha = await trees.write([]);
        let known = new Map<string, string>();
        for (const one of changes) {
          sha = await changeTree(trees, sha, [one]);
          known = expected(known, one);
          expect(new Map([...(await files(sha))].toSorted())).toEqual(new Map([...known].toSorted()));
        }
      }),
    );
  });

  it("many independent changes at once are the same as one after the other", async () => {
    const distinct = fc.uniqueArray(change, { selector: ({ path: of }) => of.charAt(0), maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { maxLength: 6 }), distinct, async (before, changes) => {
        const { trees } = memory();
        let base = await trees.write([]);
        for (const one of before) base = await changeTree(trees, base, [one]);
        let oneByOne = base;
        for (const one of changes) oneByOne = await changeTree(trees, oneByOne, [one]);
        expect(await changeTree(trees, base, changes)).toBe(oneByOne);
      }),
    );
  });

  it("leaves no empty folder behind", async () => {
    const { trees, files } = memory();
    const base = await changeTree(trees, null, [{ path: "a/b/c", mode: "100644", sha: "1" }]);
    const empty = await changeTree(trees, base, [{ path: "a/b/c", mode: "100644", sha: null }]);
    expect(empty).toBe(await trees.write([]));
    expect(await files(empty)).toEqual(new Map());
  });
});

describe("git's framing", () => {
  it("reads what it wrote, up to the flush", () => {
    fc.assert(
      fc.property(
        fc.array(fc.uint8Array({ minLength: 1, maxLength: 40 }), { maxLength: 5 }),
        fc.uint8Array(),
        (lines, rest) => {
          const bytes = Buffer.concat([...lines.map((line) => pktLine(Buffer.from(line))), Buffer.from("0000"), rest]);
          const read = readSection(bytes);
          expect(read.lines).toEqual(lines.map((line) => Buffer.from(line)));
          expect(read.rest).toEqual(Buffer.from(rest));
        },
      ),
    );
  });

  it("splits a long answer into frames that fit", () => {
    const { lines } = readSection(Buffer.concat([sideband(Buffer.alloc(70_000, "x")), Buffer.from("0000")]));
    expect(lines.map((line) => [line[0], line.length])).toEqual([
      [1, 65_516],
      [1, 4486],
    ]);
  });
});

describe("small things", () => {
  it.each([
    ["Fixes #1, closes #2 and resolved: #3", [1, 2, 3]],
    ["fix #4 FIXED #5", [4, 5]],
    ["see #6, prefixes #7, fixes 8", []],
  ])("%s names %j", (text, numbers) => {
    expect(issuesNamedIn(text)).toEqual(numbers);
  });

  it("node ids carry what they were made of", () => {
    expect(parseNodeId(nodeId("PullRequest", 12, 7))).toEqual({ type: "PullRequest", ids: [12, 7] });
    expect(parseNodeId(nodeId("Ref", 12, "refs/heads/main"))).toEqual({ type: "Ref", ids: [12, "refs/heads/main"] });
    expect(parseNodeId("nonsense")).toBeUndefined();
  });

  it("signatures cannot break out of their line", () => {
    expect(
      formatSignature({ name: "A <b>\nauthor x", email: "e>\n", date: "1970-01-01T00:00:01Z", offset: "+0000" }),
    ).toBe("A bauthor x <e> 1 +0000");
    expect(formatSignature({ name: " ", email: "", date: "1970-01-01T00:00:00Z", offset: "+0200" })).toBe(
      "unknown <> 0 +0200",
    );
  });

  it("webhook signatures are those of GitHub's documentation", () => {
    expect(signatureOf("sha256", "It's a Secret to Everybody", "Hello, World!")).toBe(
      "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
    );
  });

  it("the mutex runs one task a key at a time, in order, also after a failure", async () => {
    const mutex = createMutex();
    const events: string[] = [];
    const task =
      (name: string, fails = false) =>
      async () => {
        events.push(`${name} starts`);
        await new Promise((resolve) => setImmediate(resolve));
        events.push(`${name} ends`);
        if (fails) throw new Error(name);
        return name;
      };
    const results = await Promise.allSettled([mutex(1, task("a", true)), mutex(1, task("b")), mutex(2, task("c"))]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
    const first = events.filter((event) => !event.startsWith("c"));
    expect(first).toEqual(["a starts", "a ends", "b starts", "b ends"]);
    expect(events.indexOf("c starts")).toBeLessThan(events.indexOf("a ends"));
  });
});
