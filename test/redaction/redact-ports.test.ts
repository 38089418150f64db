import { describe, expect, it } from "vitest";
import type { Effect } from "../../src/engine/effects/effect.js";
import type { Forge, JobEffect, JobResult, StateCommit, StateStore } from "../../src/engine/ports.js";
import { redactForge, redactJobResult, redactStateStore } from "../../src/redaction/redact-ports.js";
import { createRedactor } from "../../src/redaction/redactor.js";
import { observed } from "../support/observed.js";
import { SECRETS } from "../support/secrets.js";

const { value: key } = SECRETS.modelKey;
const LOOKS_LIKE_ONE = `ghp_${"a1B2c3".repeat(6)}`;
const redactor = createRedactor([SECRETS.modelKey], () => 0);
const REPOSITORY = { id: 1, installation: 2, owner: "o", name: "r" };

function forge() {
  const performed: Effect[] = [];
  const inner: Forge = {
    observe: async () => observed({ spec: { status: "present", text: `use ${key}`, blob: "a".repeat(40) } }),
    perform: async (_, effect) => performed.push(effect) > 0,
  };
  return { performed, redacted: redactForge(inner, redactor) };
}

describe("GitHub behind the redaction", () => {
  it.each<Exclude<Effect, JobEffect>>([
    { kind: "say", key: "k", issue: 1, body: key },
    { kind: "keep-comment", key: "k", issue: 1, body: key },
    {
      kind: "post-review",
      key: "k",
      number: 1,
      head: "b".repeat(40),
      body: key,
      comments: [{ path: "a", line: 1, body: key }],
    },
    { kind: "publish-release", key: "k", commit: "b".repeat(40), name: key, notes: key },
    { kind: "merge-pull-request", key: "k", number: 1, head: "b".repeat(40), title: key, message: key },
  ])("is given no secret by $kind", async (effect) => {
    const { performed, redacted } = forge();
    await redacted.perform(REPOSITORY, effect);
    expect(performed).toHaveLength(1);
    expect(JSON.stringify(performed)).not.toContain(key);
    expect(JSON.stringify(performed)).toContain("[redacted: model key]");
  });

  it("is given source files with what merely looks like a credential, and without what is one", async () => {
    const { performed, redacted } = forge();
    const files = [{ path: "test/a.js", text: `const fake = "${LOOKS_LIKE_ONE}"; // ${key}` }];
    const branch = { branch: "b", parent: "b".repeat(40), deletions: [] };
    await redacted.perform(REPOSITORY, { kind: "commit-files", key: "k", ...branch, files, message: LOOKS_LIKE_ONE });
    expect(performed[0]).toMatchObject({
      files: [{ path: "test/a.js", text: `const fake = "${LOOKS_LIKE_ONE}"; // [redacted: model key]` }],
      message: "[redacted: GitHub token]",
    });
  });

  it("shows no secret that a person pasted", async () => {
    const seen = await forge().redacted.observe(REPOSITORY, {} as never);
    expect(seen.spec).toMatchObject({ text: "use [redacted: model key]" });
  });
});

describe("state behind the redaction", () => {
  it("is committed without secrets", async () => {
    const commits: StateCommit[] = [];
    const store: Pick<StateStore, "commit"> = {
      commit: async (_, commit) => {
        commits.push(commit);
        return { kind: "committed", head: "c".repeat(40) };
      },
    };
    const redacted = redactStateStore(store as StateStore, redactor);
    await redacted.commit(REPOSITORY, {
      expectedHead: null,
      message: key,
      files: [{ path: "p", text: `a: ${LOOKS_LIKE_ONE}` }],
    });
    expect(commits).toEqual([
      {
        expectedHead: null,
        message: "[redacted: model key]",
        files: [{ path: "p", text: "a: [redacted: GitHub token]" }],
      },
    ]);
  });
});

describe("what a job brings back", () => {
  it("holds no secret, and is the same object when it held none", () => {
    const clean: JobResult = { events: [], files: [{ path: "p", text: "t" }] };
    expect(redactJobResult(clean, redactor)).toBe(clean);
    expect(redactJobResult({ events: [], files: [{ path: "p", text: key }] }, redactor).files).toEqual([
      { path: "p", text: "[redacted: model key]" },
    ]);
  });
});
