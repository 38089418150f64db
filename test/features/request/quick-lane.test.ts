import { describe, expect, it } from "vitest";
import type { Actor, Observed } from "../../../src/engine/observation.js";
import { ProductSpec } from "../../../src/features/spec/product-spec.js";
import { readYaml } from "../../../src/yaml/yaml.js";
import { decideOn, kinds, label, notes, pendingKinds, REQUEST, stateOf } from "../../support/loop.js";
import { person } from "../../support/observed.js";

const BODY = "Titles need slugs.\n\n- [ ] returns `hello-world`\n- [ ] rejects an empty title\n";
const TASK = `T-quick-issue-${REQUEST}-change-001`;
const seen = (body: string): Partial<Observed> => ({ requests: [{ ...label, body, quick: true }] });
const noDraft = { draft: null };

describe("the quick lane", () => {
  const first = decideOn(null, seen(BODY), noDraft);

  it("makes one task from the issue without asking a model or a person", () => {
    expect(kinds(first)).toEqual(["product-requested", "quick-spec-made"]);
    expect(first.files.map(({ path }) => path)).toEqual([".factory/product/draft.yml"]);
    expect(pendingKinds(first)).toEqual(["keep-comment"]);
  });

  it("starts the project from the committed spec, and dispatches its task", () => {
    const text = first.files[0]?.text ?? "";
    const spec = readYaml("draft.yml", text, ProductSpec);
    if (!spec.ok) throw new Error(spec.refusal.message);
    const next = decideOn(stateOf(first), seen("edited meanwhile"), { draft: spec.value });
    expect(kinds(next)[0]).toBe("project-started");
    expect(next.state?.project?.tasks[TASK]?.status).toBe("IN_PROGRESS");
    expect(Object.keys(next.state?.project?.tasks ?? {})).toEqual([TASK]);
  });

  it("waits for the spec to be committed first", () => {
    expect(kinds(decideOn(stateOf(first), seen(BODY), noDraft))).toEqual([]);
  });

  it("answers once what is missing, with an example, and starts when the issue has it", () => {
    const vague = decideOn(null, seen("Make it nice."), noDraft);
    expect(vague.state?.product).toMatchObject({ phase: "waiting-for-spec" });
    expect(notes(vague)).toMatchObject([{ issue: REQUEST, body: expect.stringContaining("- [ ] `slugify") }]);
    expect(vague.pending.at(-1)).toMatchObject({ body: expect.stringContaining("your word in this issue") });
    expect(kinds(decideOn(stateOf(vague), seen("Make it nicer."), noDraft))).toEqual([]);
    expect(kinds(decideOn(stateOf(vague), seen(BODY), noDraft))).toEqual(["quick-spec-made"]);
  });

  describe("for an issue that was changed since its label", () => {
    const stranger = person("eve", "read");
    const since = (...changedSince: Actor[]) => ({ requests: [{ ...label, body: BODY, quick: true, changedSince }] });
    const changed = decideOn(null, since(stranger), noDraft);

    it("builds nothing that the person who set the label may not have read, and answers what to do", () => {
      expect(kinds(changed)).not.toContain("quick-spec-made");
      expect(changed.files).toEqual([]);
      expect(notes(changed)).toMatchObject([{ issue: REQUEST, body: expect.stringContaining("put it on again") }]);
      expect(changed.pending.at(-1)).toMatchObject({ body: expect.stringContaining("your word in this issue") });
      expect(kinds(decideOn(stateOf(changed), since(stranger), noDraft))).toEqual([]);
    });

    it.each([
      ["nobody who can be asked about", { ...stranger, role: null }],
      ["an App", { ...stranger, login: "helper[bot]", type: "Bot", role: "write" }],
      ["somebody with triage", { ...stranger, role: "triage" }],
    ])("waits, too, if it was %s", (_who, by) => {
      expect(kinds(decideOn(null, since(person("ada"), by), noDraft))).not.toContain("quick-spec-made");
    });

    it("builds what an authorised person made of it", () => {
      expect(kinds(decideOn(null, since(person("ada")), noDraft))).toContain("quick-spec-made");
    });

    it("starts when an authorised person sets the label again, and not for anyone else", () => {
      const again = { ...label, body: BODY, quick: true, labelledAt: "2026-03-01T10:00:00Z" };
      const byStranger = { ...again, labelledBy: { ...stranger, role: "triage" } };
      const refused = decideOn(stateOf(changed), { requests: [byStranger] }, noDraft);
      expect(kinds(refused)).not.toContain("quick-spec-made");
      expect(kinds(decideOn(stateOf(refused), { requests: [again] }, noDraft))).toEqual(["quick-spec-made"]);
    });
  });

  it("does not read SPEC.md, and the other lane does not read the issue", () => {
    const absent = { ...seen(BODY), spec: { status: "absent" } as const };
    expect(kinds(decideOn(null, absent, noDraft))).toContain("quick-spec-made");
    expect(kinds(decideOn(null, { requests: [{ ...label, body: BODY }] }, noDraft))).toContain("spec-found");
  });

  it("ignores an issue that is gone", () => {
    const requested = stateOf(decideOn(null, seen("Make it nice."), noDraft));
    expect(kinds(decideOn(requested, { requests: [] }, noDraft))).toEqual(["manual-change-detected"]);
  });
});
