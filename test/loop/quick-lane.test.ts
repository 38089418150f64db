import { describe, expect, it } from "vitest";
import type { Observed } from "../../src/domain/factory/observed.js";
import { ProductSpec } from "../../src/domain/spec/product-spec.js";
import { readYaml } from "../../src/yaml.js";
import { decideOn, kinds, label, notes, owedKinds, REQUEST, stateOf } from "../support/loop.js";

const BODY = "Titles need slugs.\n\n- [ ] returns `hello-world`\n- [ ] rejects an empty title\n";
const TASK = `T-quick-issue-${REQUEST}-change-001`;
const seen = (body: string): Partial<Observed> => ({ requests: [{ ...label, body, quick: true }] });
const noDraft = { draft: null };

describe("the small lane", () => {
  const first = decideOn(null, seen(BODY), noDraft);

  it("makes one task of the issue without asking a model or a person", () => {
    expect(kinds(first)).toEqual(["product-requested", "quick-spec-made"]);
    expect(first.files.map(({ path }) => path)).toEqual([".factory/product/draft.yml"]);
    expect(owedKinds(first)).toEqual(["keep-comment"]);
  });

  it("starts the project from the spec on record, and dispatches its task", () => {
    const text = first.files[0]?.text ?? "";
    const spec = readYaml("draft.yml", text, ProductSpec);
    if (!spec.ok) throw new Error(spec.refusal.message);
    const next = decideOn(stateOf(first), seen("edited meanwhile"), { draft: spec.value });
    expect(kinds(next)[0]).toBe("project-started");
    expect(next.state?.project?.tasks[TASK]?.status).toBe("IN_PROGRESS");
    expect(Object.keys(next.state?.project?.tasks ?? {})).toEqual([TASK]);
  });

  it("waits for the spec to be on record: the commit comes first", () => {
    expect(kinds(decideOn(stateOf(first), seen(BODY), noDraft))).toEqual([]);
  });

  it("says once what is missing, with an example, and starts when the issue says it", () => {
    const vague = decideOn(null, seen("Make it nice."), noDraft);
    expect(vague.state?.product).toMatchObject({ phase: "waiting-for-spec" });
    expect(notes(vague)).toMatchObject([{ issue: REQUEST, body: expect.stringContaining("- [ ] `slugify") }]);
    expect(vague.owed.at(-1)).toMatchObject({ body: expect.stringContaining("this issue to say more") });
    expect(kinds(decideOn(stateOf(vague), seen("Make it nicer."), noDraft))).toEqual([]);
    expect(kinds(decideOn(stateOf(vague), seen(BODY), noDraft))).toEqual(["quick-spec-made"]);
  });

  it("does not look at SPEC.md, and the other lane not at the issue", () => {
    const absent = { ...seen(BODY), spec: { status: "absent" } as const };
    expect(kinds(decideOn(null, absent, noDraft))).toContain("quick-spec-made");
    expect(kinds(decideOn(null, { requests: [{ ...label, body: BODY }] }, noDraft))).toContain("spec-found");
  });

  it("makes nothing of an issue that is gone", () => {
    const requested = stateOf(decideOn(null, seen("Make it nice."), noDraft));
    expect(kinds(decideOn(requested, { requests: [] }, noDraft))).toEqual(["hand-noticed"]);
  });
});
