import { describe, expect, it } from "vitest";
import type { Effect } from "../../../src/engine/effects/effect.js";
import { composeManifest, ReleaseManifest } from "../../../src/features/release/rules/release-manifest.js";
import { tagRelease } from "../../../src/jobs/release/tag-release.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { REPOSITORY, readerOf, storeOf } from "../../support/job-ports.js";
import { HEAD } from "../../support/observed.js";
import { ended, NOW, OTHER_HEAD, RELEASE, RELEASE_ID } from "../../support/release.js";

const PASS = { result: "PASS", offenders: [] } as const;
const manifest = composeManifest(
  {
    release_id: RELEASE_ID,
    created_at: NOW,
    spec_version: "1.0.0",
    modules: [{ module_ref: "MM-0001@1.0.0", ship_ref: "SHIP-00000001" }],
  },
  { dependency_check: PASS, fingerprint_check: PASS, deprecation_check: PASS, code_index_check: PASS },
);
const FILES: Record<string, string> = {
  [`.factory/releases/${RELEASE_ID}.yml`]: writeYaml(manifest, ReleaseManifest),
  [`.factory/releases/${RELEASE_ID}.notes.md`]: "What it does.",
};

function tag({ state = ended({ release: RELEASE.publishing }), files = FILES, tags = {}, aborted = false } = {}) {
  const performed: Effect[] = [];
  const controller = new AbortController();
  if (aborted) controller.abort();
  const effect = { kind: "tag-release", key: "k", release_id: RELEASE_ID, commit: HEAD } as const;
  const result = tagRelease(REPOSITORY, effect, {
    state: storeOf(state, files),
    reader: readerOf({}, tags),
    clock: { now: () => NOW },
    signal: controller.signal,
    forge: {
      perform: async (_, done) => {
        performed.push(done);
        return true;
      },
    },
  });
  return result.then((brought) => ({ ...brought, performed }));
}

describe("tagging and publishing a merged manifest", () => {
  it.each([
    ["a free tag", {}, "v1.0.0"],
    ["the next patch when the tag is taken", { "v1.0.0": OTHER_HEAD }, "v1.0.1"],
    ["its own tag again, made before a crash", { "v1.0.0": HEAD }, "v1.0.0"],
  ])("uses %s, and says that it is done", async (_, tags, expected) => {
    const { events, performed } = await tag({ tags });
    expect(performed).toEqual([
      { kind: "publish-release", key: expected, commit: HEAD, name: expected, notes: "What it does." },
    ]);
    expect(events).toEqual([{ kind: "release-published", at: NOW, release_id: RELEASE_ID, tag: expected }]);
  });

  it("writes nothing after a pause", async () => {
    expect(await tag({ aborted: true })).toEqual({ events: [], files: [], performed: [] });
  });

  it("does nothing when it is not asked for any more", async () => {
    expect(await tag({ state: ended({ release: RELEASE.published }) })).toMatchObject({ events: [], performed: [] });
  });

  it("says which of its records is gone, to people who can bring it back", async () => {
    await expect(tag({ files: {} })).rejects.toMatchObject({
      refusal: { code: "file-missing", message: expect.stringMatching(/\.yml is missing from the state branch/) },
    });
  });
});
