import { describe, expect, it } from "vitest";
import { releaseNotes } from "../../../src/features/release/release-notes.js";
import type { ReleaseManifest } from "../../../src/features/release/rules/release-manifest.js";
import { BODY_LIMIT } from "../../../src/render/fit.js";
import { aContract } from "../../support/contract.js";
import { NOON } from "../../support/project-state.js";

const manifest = (refs: string[]): ReleaseManifest => ({
  release_id: "REL-1a2b3c4d",
  created_at: NOON,
  spec_version: "1.2.0",
  modules: refs.map((module_ref) => ({ module_ref, ship_ref: "SHIP-1a2b3c4d" })),
  integration_gates: {
    dependency_check: "PASS",
    fingerprint_check: "PASS",
    deprecation_check: "PASS",
    code_index_check: "PASS",
  },
  overall_result: "PASS",
  notes: "1 module released",
});
const product = { title: "Tags <3", summary: "Everything about tags." };

describe("release notes", () => {
  it("say what each released module does and how it is called, from its contract", () => {
    const text = releaseNotes(manifest(["MM-0001@1.0.0"]), [aContract(), aContract({ module_id: "MM-0009" })], product);
    expect(text).toContain("Tags &lt;3\n\n1 module, from version 1.2.0 of the spec.");
    expect(text).toContain("### Normalise tags (MM-0001@1.0.0)");
    expect(text).not.toContain("MM-0009");
    expect(text).toContain("`normaliseTag`, `Tag` from `src/tag.ts`");
    expect(text).toContain("| takes | `locale: string` | optional |");
    expect(text).toContain("| gives | `tag: string` | lower case |");
    expect(text).toContain("| fails with | `EmptyTag` | raw holds no letter |");
    expect(text).toContain("| does | `WRITE audit-log` | appends one line for each call |");
    expect(text).toContain("| dependency check | PASS |");
  });

  it("have what reviewers noted about the modules that ship, and about no other", () => {
    const note = (module_ref: string, words: string) =>
      ({ task_id: "T-a-b-c-001", module_ref, by: "Arbiter", note: words }) as const;
    const notes = [note("MM-0001@1.0.0", "It has no name to import."), note("MM-0009@1.0.0", "Of another module.")];
    const text = releaseNotes(manifest(["MM-0001@1.0.0"]), [aContract()], { ...product, notes });
    expect(text).toContain("- MM-0001@1.0.0, the Arbiter: It has no name to import.");
    expect(text).not.toContain("Of another module.");
  });

  it("fit with a thousand modules, and count what is missing", () => {
    const contracts = Array.from({ length: 1_000 }, (_, index) =>
      aContract({ module_id: `MM-${String(index).padStart(4, "0")}` }),
    );
    const refs = contracts.map(({ module_id }) => `${module_id}@1.0.0`);
    const text = releaseNotes(manifest(refs), contracts, {
      title: "t".repeat(BODY_LIMIT),
      summary: "s".repeat(BODY_LIMIT),
    });
    expect(text.length).toBeLessThanOrEqual(BODY_LIMIT);
    const shown = text.match(/^### /gm)?.length ?? 0;
    expect(shown).toBeGreaterThan(50);
    expect(text).toContain(`_${1_000 - shown} more modules did not fit here; the manifest lists them all._`);
  });
});
