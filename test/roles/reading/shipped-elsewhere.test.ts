import { describe, expect, it } from "vitest";
import { Contract } from "../../../src/domain/contract/contract.js";
import { indexEntryOf } from "../../../src/domain/index-entries/code-index-entry.js";
import { readSeals, readTree } from "../../../src/roles/reading/read-task.js";
import { readShippedElsewhere } from "../../../src/roles/reading/shipped-elsewhere.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { aContract } from "../../support/contract.js";
import { PLAN } from "../../support/halted.js";
import { REPOSITORY, readerOf } from "../../support/job-ports.js";

const contractOf = (number: number) =>
  aContract({ module_id: `MM-${String(number).padStart(4, "0")}`, creates: [`export${number}`], dependencies: [] });

/** Modules of these numbers have shipped; the plan builds the first two, and depends on what is given. */
async function elsewhere(numbers: readonly number[], depends_on: string[] = []) {
  const index = numbers.map((number) => indexEntryOf(contractOf(number)));
  const files = index.map(({ contract_ref }, at) => [contract_ref, writeYaml(contractOf(numbers[at] ?? 0), Contract)]);
  const tree = await readTree(REPOSITORY, "b".repeat(40), readerOf(Object.fromEntries(files)));
  return readShippedElsewhere({ index, tree, plan: PLAN }, { depends_on });
}

describe("modules that shipped and are sealed away from the one in work", () => {
  it("are those of other tasks that it does not build on, with what they export", async () => {
    expect(await elsewhere([1, 2, 7, 8], ["MM-0008@1.0.0"])).toEqual({
      shown: [{ moduleId: "MM-0007", shipped: true, creates: ["export7"] }],
      leftOut: 0,
    });
  });

  it("are the newest, where they are many, and the others are counted", async () => {
    const { shown, leftOut } = await elsewhere(Array.from({ length: 40 }, (_, index) => index + 3));
    expect([shown.length, leftOut]).toEqual([30, 10]);
    expect(shown[0]?.moduleId).toBe("MM-0042");
  });

  it("are asked back of people when somebody has removed their record", async () => {
    const index = [indexEntryOf(contractOf(7))];
    const tree = await readTree(REPOSITORY, "b".repeat(40), readerOf({}));
    const gone = (file: string) => ({
      refusal: { code: "file-missing", message: expect.stringContaining(`MM-0007/1.0.0/${file} is missing`) },
    });
    await expect(readShippedElsewhere({ index, tree, plan: PLAN }, { depends_on: [] })).rejects.toMatchObject(
      gone("contract.yml"),
    );
    await expect(readSeals(tree, index)).rejects.toMatchObject(gone("ship.yml"));
  });
});
