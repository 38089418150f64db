import { describe, expect, it } from "vitest";
import { fingerprint } from "../../../src/domain/contract/fingerprint.js";
import { sha256 } from "../../../src/domain/hash.js";
import { FactoryEvent } from "../../../src/engine/event.js";
import { reduce } from "../../../src/engine/reduce.js";
import { ReleaseManifest } from "../../../src/features/release/rules/release-manifest.js";
import { ReleaseFailureReport } from "../../../src/features/release/rules/release-report.js";
import { prepareRelease } from "../../../src/jobs/release/prepare-release.js";
import { readYaml } from "../../../src/yaml/yaml.js";
import { REPOSITORY, readerOf, storeOf } from "../../support/job-ports.js";
import { HEAD } from "../../support/observed.js";
import { aProject, t } from "../../support/project-state.js";
import { ended, NOW, OTHER_HEAD, order, partialOrder, RELEASE, RELEASE_ID } from "../../support/release.js";
import { aShippedContract, shippedFiles } from "../../support/shipped-files.js";

const fold = aShippedContract({ module_id: "MM-0002", title: "Fold Unicode", slug: "fold" });
const tags = aShippedContract({ dependencies: [{ ref: "MM-0002@^1.0.0", why: "folds Unicode" }] });
const built = [{ module_ref: "MM-0002@1.0.0", fingerprint: fingerprint(fold) }];
const BOTH = { ...shippedFiles(tags, { builtAgainst: built }), ...shippedFiles(fold) };

function prepare(files: Record<string, string>, state = ended({ release: RELEASE.preparing }), head = HEAD) {
  const effect = { kind: "prepare-release", key: "k", release_id: RELEASE_ID, head } as const;
  return prepareRelease(REPOSITORY, effect, {
    state: storeOf(state),
    reader: readerOf(files),
    clock: { now: () => NOW },
  });
}

const partial = (modules: string[]) => ({ ...RELEASE.preparing, order: { ...partialOrder, modules } });
const manifestOf = ({ files }: Awaited<ReturnType<typeof prepare>>) => {
  const file = files.find(({ path }) => path === `.factory/releases/${RELEASE_ID}.yml`);
  const read = readYaml("manifest", file?.text ?? "", ReleaseManifest);
  return read.ok ? read.value : undefined;
};

describe("preparing a release whose gates pass", () => {
  it("writes the manifest of the newest active versions, and notes from their contracts", async () => {
    const result = await prepare({ ...BOTH, ".factory/product/spec.yml": "not: a spec" });
    const text = result.files[0]?.text ?? "";
    expect(result.events).toEqual([
      { kind: "release-prepared", at: NOW, release_id: RELEASE_ID, head: HEAD, digest: sha256(text) },
    ]);
    expect(manifestOf(result)).toMatchObject({
      overall_result: "PASS",
      spec_version: "1.0.0",
      created_at: NOW,
      modules: [
        { module_ref: "MM-0001@1.0.0", ship_ref: "SHIP-00000001" },
        { module_ref: "MM-0002@1.0.0", ship_ref: "SHIP-00000002" },
      ],
    });
    const notes = result.files.find(({ path }) => path.endsWith(".notes.md"))?.text;
    expect(notes).toContain("Notes");
    expect(notes).toContain("Fold Unicode");
  });

  it("releases exactly the modules that were named", async () => {
    const project = aProject({ a: { is: "SHIPPED", module_refs: ["MM-0001@1.0.0", "MM-0002@1.0.0"] } });
    const result = await prepare(BOTH, ended({ project, release: partial(["MM-0002@1.0.0"]) }));
    expect(manifestOf(result)?.modules.map(({ module_ref }) => module_ref)).toEqual(["MM-0002@1.0.0"]);
  });
});

describe("a part that rests on what an earlier product shipped", () => {
  const project = aProject({ a: { is: "SHIPPED", module_refs: ["MM-0001@1.0.0"] } });
  const both = partial(["MM-0001@1.0.0", "MM-0002@1.0.0"]);

  it("is released together with it", async () => {
    const state = ended({ project, release: both, index_ledger: { "MM-0002@1.0.0": "SHIPPED" } });
    expect(manifestOf(await prepare(BOTH, state))?.modules).toHaveLength(2);
  });

  it("is not, once that was taken back", async () => {
    const state = ended({ project, release: both, index_ledger: { "MM-0002@1.0.0": "WITHDRAWN" } });
    expect((await prepare(BOTH, state)).events).toMatchObject([
      { kind: "release-refused", why: expect.stringContaining("MM-0002@1.0.0 (of no task)") },
    ]);
  });
});

describe("preparing a release whose gates fail", () => {
  it("keeps manifest and report, and names every offender on the issue", async () => {
    const drifted = shippedFiles(tags, {
      builtAgainst: [{ module_ref: "MM-0002@1.0.0", fingerprint: "0".repeat(64) }],
    });
    const result = await prepare({ ...drifted, ...shippedFiles(fold) });
    const [refused] = result.events;
    expect(FactoryEvent.safeParse(refused).success).toBe(true);
    expect(refused).toMatchObject({
      kind: "release-refused",
      release_id: RELEASE_ID,
      why: "fingerprint check failed.",
      note: { issue: 3, key: `release-refused:${RELEASE_ID}` },
    });
    expect(refused).toMatchObject({ note: { body: expect.stringMatching(/re-verify MM-0001@1\.0\.0/) } });
    expect(manifestOf(result)?.overall_result).toBe("FAIL");
    const report = result.files.find(({ path }) => path === `.factory/releases/${RELEASE_ID}.report.yml`)?.text ?? "";
    expect(readYaml("report", report, ReleaseFailureReport)).toMatchObject({
      ok: true,
      value: { failures: [{ gate: "fingerprint_check", offenders: [{ module_ref: "MM-0001@1.0.0" }] }] },
    });
  });

  it("refuses a part that leaves out what it depends on", async () => {
    const project = aProject({ a: { is: "SHIPPED", module_refs: ["MM-0001@1.0.0"] } });
    const { events } = await prepare(BOTH, ended({ project, release: partial(["MM-0001@1.0.0"]) }));
    expect(events).toMatchObject([{ kind: "release-refused", why: "dependency check failed." }]);
    expect(events).toMatchObject([{ note: { body: expect.stringContaining("`/factory release MM-0001@1.0.0`") } }]);
  });
});

describe("what stops a release before its gates", () => {
  const refusalOf = async (...given: Parameters<typeof prepare>) => {
    const { events, files } = await prepare(...given);
    expect(files).toEqual([]);
    const [event] = events;
    return event?.kind === "release-refused" ? event.why : undefined;
  };

  it("is an index without an active module", async () => {
    expect(await refusalOf({})).toMatch(/no active module/);
    const deprecated = { status: "DEPRECATED", notes: "gone" } as const;
    expect(await refusalOf(shippedFiles(aShippedContract(), { entry: deprecated }))).toMatch(/no active module/);
  });

  it("is told as what it is when people merged everything by hand: a second try would fare no better", async () => {
    const project = aProject({ a: { is: "SHIPPED", module_refs: [] }, b: { is: "ABANDONED" } });
    const state = ended({ project, release: RELEASE.preparing });
    const [event] = (await prepare({}, state)).events;
    expect(event).toMatchObject({ kind: "release-refused", empty: true });
    const body = event?.kind === "release-refused" ? event.note.body : "";
    expect(body).toMatch(/@ada There is nothing to release/);
    expect(body).toContain("`/factory abort`");
    expect(body).toContain(`\`/factory undo ${t("a")}\``);
    expect(body).not.toContain("/factory release");
    const refused = event === undefined ? undefined : reduce(state, event);
    expect(refused).toMatchObject({ ok: true, value: { release: { phase: "refused", empty: true } } });
  });

  it.each(["contract.yml", "ship.yml"])("is a missing %s, which is named", async (file) => {
    const path = `.factory/modules/MM-0001/1.0.0/${file}`;
    const files = Object.entries(shippedFiles(aShippedContract())).filter(([name]) => name !== path);
    expect(await refusalOf(Object.fromEntries(files))).toContain(path);
  });

  it("is an index entry that cannot be read, which is named", async () => {
    const path = ".factory/code-index/MM-0001@1.0.0.yml";
    expect(await refusalOf({ ...shippedFiles(aShippedContract()), [path]: "status: nonsense\n" })).toContain(path);
  });

  it("is a named module that no task shipped", async () => {
    expect(await refusalOf(BOTH, ended({ release: partial(["MM-0002@1.0.0"]) }))).toMatch(
      /MM-0002@1.0.0 \(of no task\)/,
    );
  });
});

describe("an attempt that is no longer asked for", () => {
  it.each([
    ["the release moved on", ended({ release: RELEASE.proposing })],
    [
      "another one is being prepared",
      ended({ release: { ...RELEASE.preparing, order: { ...order, release_id: "REL-00000000" } } }),
    ],
    ["there is none", ended()],
  ])("brings nothing back when %s", async (_, state) => {
    expect(await prepare(BOTH, state)).toEqual({ events: [], files: [] });
  });

  it("brings nothing back when it was about another commit", async () => {
    expect(await prepare(BOTH, ended({ release: RELEASE.preparing }), OTHER_HEAD)).toEqual({ events: [], files: [] });
  });
});
