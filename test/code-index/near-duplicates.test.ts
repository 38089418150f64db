import { describe, expect, it } from "vitest";
import { createCodeIndex } from "../../src/code-index/code-index.js";
import { NEAR_DUPLICATE_FROM, nearDuplicates } from "../../src/code-index/near-duplicates.js";
import { embeddingText } from "../../src/domain/index-entries/embedding-text.js";
import { validatePlan } from "../../src/domain/plan/validate-plan.js";
import { anEntry } from "../support/code-index.js";
import { aCache, anEmbedder } from "../support/fake-embedder.js";
import { aBuiltDraft, aDraft, aReusedDraft, planFacts } from "../support/micro-plan.js";

const near = anEntry({ module_id: "MM-0001", purpose: "Near" });
const far = anEntry({ module_id: "MM-0002", purpose: "Far" });
const retired = anEntry({ module_id: "MM-0003", purpose: "Near", status: "DEPRECATED", notes: "use another" });
const tag = aBuiltDraft("tag");
const tagText = embeddingText({ purpose: tag.purpose, tags: [], io_summary: tag.io_contract });

function anIndex(entries = [near, far, retired]) {
  const embedder = anEmbedder({
    [embeddingText(near)]: [1, 0],
    [embeddingText(far)]: [0, 1],
    [tagText]: [1, 0],
  });
  return { index: createCodeIndex({ entries, embedder, cache: aCache() }), embedder };
}

describe("near-duplicates of a draft", () => {
  it("are measured on the text that the module's own entry would have, against active entries", async () => {
    expect(await nearDuplicates([tag], anIndex().index)).toEqual([
      { key: "tag", module_ref: "MM-0001@1.0.0", score: 1 },
      { key: "tag", module_ref: "MM-0002@1.0.0", score: 0 },
    ]);
  });

  it("are not sought for a module that is reused as it is", async () => {
    const { index, embedder } = anIndex();
    expect(await nearDuplicates([aReusedDraft("cron", "MM-0001@1.0.0")], index)).toEqual([]);
    expect(embedder.asked).toEqual([]);
  });

  it("are at most the five nearest of each module", async () => {
    const many = Array.from({ length: 8 }, (_, place) => ({ ...near, module_id: `MM-001${place}` }));
    expect(await nearDuplicates([tag], anIndex(many).index)).toHaveLength(5);
  });

  it("make a plan that says nothing about them invalid", async () => {
    const { index } = anIndex();
    const similarities = await nearDuplicates([tag], index);
    const facts = { entries: index.entries, similarities, nearDuplicateFrom: NEAR_DUPLICATE_FROM };
    const judged = validatePlan(aDraft(tag), { ...planFacts(), ...facts });
    expect(JSON.stringify(judged)).toContain("MM-0001@1.0.0 is nearly the same (1.00)");
    expect(JSON.stringify(judged)).not.toContain("MM-0002@1.0.0 is nearly");
  });
});
