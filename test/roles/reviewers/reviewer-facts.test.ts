import { describe, expect, it } from "vitest";
import { readTree } from "../../../src/roles/reading/read-task.js";
import {
  conventionsFor,
  decisionsOf,
  inactiveDependencies,
  rulingsBefore,
} from "../../../src/roles/reviewers/reviewer-facts.js";
import { anEntry } from "../../support/code-index.js";
import { amendedApproval, approval } from "../../support/debate.js";
import { REPOSITORY, readerOf } from "../../support/job-ports.js";
import { planning } from "../../support/loop.js";
import { planned } from "../../support/task-work.js";

const files = [
  { path: "src/tag.ts", action: "CREATE", reason: "the module" },
  { path: "test/tag.test.ts", action: "CREATE", reason: "its tests" },
] as const;
const PATH = ".factory/conventions.yml";
const convention = (name: string, applies_to: string, seen = "[T-a-b-c-001]") =>
  `  - { name: ${name}, pattern: errors are classes, applies_to: "${applies_to}", seen_in: ${seen} }`;
const conventions = (...lines: string[]) => `schema_version: 1\nconventions:\n${lines.join("\n")}\n`;

function plan(...changes: object[]) {
  const work = planned(...changes.map((_, index) => ({ id: `MM-000${index + 1}` })));
  return { ...work, modules: work.modules.map((module, index) => ({ ...module, ...changes[index] })) };
}

describe("the facts beside the reviewed work", () => {
  it("is what a person accepted about a contract", () => {
    const change = { path: "modes.notes", old_value: "a", new_value: "b" };
    const amendment = {
      module_id: "MM-0001",
      reason: "It must log.",
      proposed_changes: [change],
      additional_types: [],
      affected_modules: [],
    };
    expect(decisionsOf({ work: plan({ amendments: [amendment] }) })).toEqual([
      { name: "a person changed the contract of MM-0001@1.0.0", text: "It must log. Changed: modes.notes." },
    ]);
  });

  it("are deprecated dependencies, with their replacements and the reason", () => {
    const replaced = { status: "SUPERSEDED", superseded_by: "MM-0002@2.0.0", notes: "It folds names now." } as const;
    const index = [
      anEntry({ module_id: "MM-0002", ...replaced }),
      anEntry({ module_id: "MM-0003" }),
      anEntry({ module_id: "MM-0004", status: "DEPRECATED", notes: "Too slow." }),
    ];
    expect(inactiveDependencies({ index }, { depends_on: ["MM-0002@1.0.0", "MM-0003@1.0.0"] })).toEqual([
      {
        name: "the dependency MM-0002@1.0.0 is superseded",
        text: expect.stringMatching(
          /^MM-0002@2\.0\.0 replaces it\. It folds names now\. .*a release that holds it is refused/,
        ),
      },
    ]);
  });

  it("is how the modules of the plan before it were ruled on, without the debate behind it", () => {
    const ruled = (adjudication: object) => ({
      trail: { proposals: [], challenges: [], adjudications: [adjudication] },
    });
    const own = ruled({ ...approval, rationale: "about this module itself" });
    const work = plan(ruled(approval), ruled(amendedApproval), { overridden_in: "ESC-00000001" }, own, {});
    const rulings = rulingsBefore({ work }, { module_id: "MM-0004" });
    expect(rulings.map(({ name }) => name)).toEqual([
      "MM-0001@1.0.0, MM-0001",
      "MM-0002@1.0.0, MM-0002",
      "MM-0003@1.0.0, MM-0003",
    ]);
    expect(rulings[0]?.text).toBe("APPROVE");
    expect(rulings[1]?.text).toMatch(/^APPROVE_WITH_AMENDMENTS\n- [A-Z]+ \S+/);
    expect(rulings[2]?.text).toContain("ESC-00000001");
    for (const { text } of rulings) expect(text).not.toContain(approval.rationale);
  });

  const found = async (peoples: string | null, seen: string | null) => {
    const tree = await readTree(REPOSITORY, "b".repeat(40), readerOf(peoples === null ? {} : { [PATH]: peoples }));
    const state = { ...planning, ...(seen === null ? {} : { conventions: "kept" as const }) };
    const stored = async () => new Map(seen === null ? [] : [[PATH, seen]]);
    const { conventions: all = [] } = await conventionsFor({ tree, stored, state }, { files: [...files] });
    return all.map(({ name, pattern, seen_in }) => ({ name, pattern, seen_in }));
  };

  it("are the conventions that speak of its files, and none where there are none", async () => {
    const text = conventions(convention("errors", "src/**"), convention("docs", "docs/**"));
    expect((await found(text, null)).map(({ name }) => name)).toEqual(["errors"]);
    expect(await found(null, null)).toEqual([]);
  });

  it("are people's own and those that reviews saw; people's words stand", async () => {
    const peoples = conventions('  - { name: Errors, pattern: people say so, applies_to: "src/**" }');
    const seen = conventions(convention("errors", "src/**"), convention("names", "*.ts", "[T-a-b-c-002, T-a-b-c-003]"));
    expect(await found(peoples, seen)).toEqual([
      { name: "names", pattern: "errors are classes", seen_in: ["T-a-b-c-002", "T-a-b-c-003"] },
      { name: "Errors", pattern: "people say so", seen_in: ["T-a-b-c-001"] },
    ]);
  });

  it("are reported as unreadable, with the place, when a file cannot be read", async () => {
    await expect(found("schema_version: 1\nconventions: none\n", null)).rejects.toThrow(/conventions\.yml:2/);
    await expect(found(null, "schema_version: 2\nconventions: []\n")).rejects.toThrow(/conventions\.yml:1/);
  });
});
