import { describe, expect, it } from "vitest";
import {
  RELEASE_GATES,
  type ReleaseModule,
  runReleaseGates,
} from "../../../../src/features/release/rules/release-gates.js";

const print = (digit: string) => digit.repeat(64);

/** slug (MM-0001) is built on words (MM-0002). */
const words: ReleaseModule = {
  module_ref: "MM-0002@1.1.0",
  shipped: true,
  fingerprint: print("2"),
  depends_on: [],
  built_against: [],
};
const slug: ReleaseModule = {
  module_ref: "MM-0001@1.0.0",
  shipped: true,
  fingerprint: print("1"),
  depends_on: ["MM-0002@^1.0.0"],
  built_against: [{ module_ref: "MM-0002@1.1.0", fingerprint: print("2") }],
};
type Entry = Parameters<typeof runReleaseGates>[1][number];
const wordsEntry: Entry = { module_id: "MM-0002", version: "1.1.0", status: "SHIPPED", dependencies: [] };
const slugEntry: Entry = {
  module_id: "MM-0001",
  version: "1.0.0",
  status: "SHIPPED",
  dependencies: ["MM-0002@^1.0.0"],
};

const failing = (set: ReleaseModule[], index: Entry[] = [slugEntry, wordsEntry]) => {
  const results = runReleaseGates(set, index);
  return RELEASE_GATES.flatMap((gate) =>
    results[gate].offenders.map(({ module_ref, reference }) => `${gate}: ${module_ref} ${reference}`),
  );
};

describe("the release gates", () => {
  it("are four, and pass for a sound set", () => {
    const results = runReleaseGates([slug, words], [slugEntry, wordsEntry]);
    expect(Object.keys(results)).toEqual([
      "dependency_check",
      "fingerprint_check",
      "deprecation_check",
      "code_index_check",
    ]);
    expect(Object.keys(results)).toEqual([...RELEASE_GATES]);
    for (const gate of RELEASE_GATES) expect(results[gate]).toEqual({ result: "PASS", offenders: [] });
  });

  it("fail with the offender, the reference and what to do", () => {
    expect(runReleaseGates([slug], [slugEntry, wordsEntry]).dependency_check).toEqual({
      result: "FAIL",
      offenders: [
        {
          module_ref: "MM-0001@1.0.0",
          reference: "MM-0002@^1.0.0",
          message: expect.stringMatching(/^MM-0001@1\.0\.0 depends on MM-0002@\^1\.0\.0, .*include it/),
        },
      ],
    });
  });
});

describe("the dependency check", () => {
  it.each<[string, ReleaseModule[], boolean]>([
    ["the dependency is missing", [slug], false],
    ["the dependency has not shipped", [slug, { ...words, shipped: false }], false],
    ["only another major version is there", [slug, { ...words, module_ref: "MM-0002@2.0.0" }], false],
    ["a version in the range is there", [slug, words], true],
  ])("when %s", (_, set, passes) => {
    expect(failing(set).some((line) => line.startsWith("dependency_check"))).toBe(!passes);
  });
});

describe("the fingerprint check", () => {
  it.each<[string, Partial<ReleaseModule>, string | undefined]>([
    ["the contract is the one it was built against", {}, undefined],
    [
      "the contract has another fingerprint",
      { built_against: [{ module_ref: "MM-0002@1.1.0", fingerprint: print("9") }] },
      "drift",
    ],
    [
      "a patch kept the fingerprint",
      { built_against: [{ module_ref: "MM-0002@1.0.0", fingerprint: print("2") }] },
      undefined,
    ],
    ["nothing was recorded", { built_against: [] }, "drift"],
    [
      "only another dependency was recorded",
      { built_against: [{ module_ref: "MM-0009@1.0.0", fingerprint: print("2") }] },
      "drift",
    ],
  ])("when %s", (_, change, drift) => {
    const expected = drift === undefined ? [] : ["fingerprint_check: MM-0001@1.0.0 MM-0002@1.1.0"];
    expect(failing([{ ...slug, ...change }, words])).toEqual(expected);
  });

  it("says against what it was built, and what is there", () => {
    const drifted = { ...slug, built_against: [{ module_ref: "MM-0002@1.0.0", fingerprint: print("9") }] };
    const message = (module: ReleaseModule) =>
      runReleaseGates([module, words], [slugEntry, wordsEntry]).fingerprint_check.offenders[0]?.message;
    expect(message(drifted)).toBe(
      `MM-0001@1.0.0 was built against MM-0002@1.0.0 (${print("9")}), and MM-0002@1.1.0 has ${print("2")}; re-verify MM-0001@1.0.0`,
    );
    expect(message({ ...slug, built_against: [] })).toContain("was built without a recorded fingerprint");
  });

  it("leaves a missing producer to the dependency check", () => {
    expect(failing([slug])).toEqual(["dependency_check: MM-0001@1.0.0 MM-0002@^1.0.0"]);
  });
});

describe("the deprecation check", () => {
  const old = (status: Entry["status"], version = "1.0.0"): Entry => ({ ...wordsEntry, version, status });
  const gate = (index: Entry[]) => runReleaseGates([slug, words], index).deprecation_check;

  it.each(["DEPRECATED", "SUPERSEDED"] as const)("fails for a module that rests on %s ones only", (status) => {
    expect(gate([slugEntry, old(status), old(status, "1.1.0")])).toMatchObject({
      result: "FAIL",
      offenders: [
        {
          module_ref: "MM-0001@1.0.0",
          reference: "MM-0002@^1.0.0",
          message: expect.stringContaining(`only MM-0002@1.0.0 (${status}), MM-0002@1.1.0 (${status})`),
        },
      ],
    });
  });

  it("passes when an active version is in the range", () => {
    expect(gate([slugEntry, old("SUPERSEDED"), wordsEntry]).result).toBe("PASS");
    expect(gate([slugEntry, old("SUPERSEDED"), old("SHIPPED", "2.0.0")]).result).toBe("FAIL");
  });

  it("asks nothing of a module that is itself DEPRECATED, but of a SUPERSEDED one", () => {
    expect(gate([{ ...slugEntry, status: "DEPRECATED" }, old("DEPRECATED")]).result).toBe("PASS");
    expect(gate([{ ...slugEntry, status: "SUPERSEDED" }, old("DEPRECATED")]).result).toBe("FAIL");
  });

  it("goes by the index entry, and has no opinion where there is none", () => {
    expect(gate([old("DEPRECATED")]).result).toBe("PASS");
    expect(gate([slugEntry]).result).toBe("PASS");
    expect(gate([{ ...slugEntry, dependencies: [] }, old("DEPRECATED")]).result).toBe("PASS");
  });
});

describe("the code index check", () => {
  it.each<[string, Entry[], string | undefined]>([
    ["has a SHIPPED entry", [slugEntry, wordsEntry], undefined],
    ["has no entry", [slugEntry], "no entry in the code index"],
    ["has an entry of another version", [slugEntry, { ...wordsEntry, version: "1.0.0" }], "no entry in the code index"],
    ["is DEPRECATED", [slugEntry, { ...wordsEntry, status: "DEPRECATED" }], "the status DEPRECATED"],
    ["is SUPERSEDED", [slugEntry, { ...wordsEntry, status: "SUPERSEDED" }], "the status SUPERSEDED"],
  ])("when a module %s", (_, index, words_) => {
    const { result, offenders } = runReleaseGates([slug, words], index).code_index_check;
    expect(result).toBe(words_ === undefined ? "PASS" : "FAIL");
    expect(offenders.map(({ module_ref }) => module_ref)).toEqual(words_ === undefined ? [] : ["MM-0002@1.1.0"]);
    if (words_ !== undefined) expect(offenders[0]?.message).toContain(words_);
  });
});
