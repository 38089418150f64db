import { describe, expect, it } from "vitest";
import { Contract } from "../../../src/domain/contract/contract.js";
import { fingerprint } from "../../../src/domain/contract/fingerprint.js";
import { indexEntryOf } from "../../../src/domain/index-entries/code-index-entry.js";
import { moduleInspector } from "../../../src/roles/reading/inspect-module.js";
import { nameFoundModules } from "../../../src/roles/reading/name-found-modules.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { aContract } from "../../support/contract.js";

const contract = aContract();
const entry = indexEntryOf(contract);
const files: Readonly<Record<string, string>> = {
  [entry.contract_ref]: writeYaml(contract, Contract),
  [entry.examples_ref]: "## Example",
  [entry.ship_ref]: "verification: PASS",
};

function treeOf(present: Readonly<Record<string, string>>) {
  return {
    commit: "a".repeat(40),
    entries: [],
    blobs: new Map(Object.keys(present).map((path) => [path, "b".repeat(40)])),
    read: async (path: string) => present[path],
    readMany: async (paths: readonly string[]) =>
      new Map(paths.flatMap((path) => (present[path] === undefined ? [] : [[path, present[path]] as const]))),
  };
}

describe("the inspection of a shipped module", () => {
  const ref = `${contract.module_id}@${contract.module_version}`;

  it("has contract, fingerprint, examples and evidence of a module that nothing depends on", async () => {
    const found = await moduleInspector({ index: [entry], tree: treeOf(files) })(ref);
    expect(found).toMatchObject({
      ok: true,
      value: {
        surface: { ref, contract, fingerprint: fingerprint(contract), examples: "## Example" },
        evidence: "verification: PASS",
      },
    });
  });

  it("is refused for what has not shipped, was withdrawn, or has lost its files", async () => {
    const whyNot = async (index: readonly (typeof entry)[], present = files) => {
      const found = await moduleInspector({ index, tree: treeOf(present) })(ref);
      return found.ok ? "" : found.refusal.message;
    };
    expect(await whyNot([])).toBe(`${ref} is not in the code index`);
    expect(await whyNot([{ ...entry, status: "WITHDRAWN" }])).toContain("was withdrawn");
    expect(await whyNot([entry], {})).toContain(`${entry.contract_ref}, ${entry.examples_ref}: not on this branch`);
  });

  it("names entry and exports of what a search finds, where the contract can be read", async () => {
    const results = [{ entry, similarity_score: 1 }];
    expect(await nameFoundModules(treeOf(files), results)).toEqual([
      { ...results[0], offers: { entry: contract.entry, exports: contract.creates } },
    ]);
    expect(await nameFoundModules(treeOf({ [entry.contract_ref]: "broken: [" }), results)).toEqual(results);
  });
});
