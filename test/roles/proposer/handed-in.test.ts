import { describe, expect, it } from "vitest";
import type { Amendment } from "../../../src/domain/debate/adjudication.js";
import type { Work } from "../../../src/roles/proposer/built-files.js";
import { amend, revise } from "../../../src/roles/proposer/writing-activities.js";
import { aContract } from "../../support/contract.js";
import { SPECIFIED } from "../../support/halted.js";

const NOTHING = { claim: "It does what it promises.", acceptance_checks: [], criteria: [] };
type Files = Readonly<Record<string, string>>;

/** A module on its branch, and what its Proposer wrote since. */
function work(before: Files, written: Files, amendments: readonly Amendment[] = []): Work {
  const contract = aContract({ entry: Object.keys(before)[0] ?? "", test_file: "test/tag.txt", creates: ["tag"] });
  const tree = { read: async (path: string) => before[path] };
  const files = Object.keys(before).map((path) => ({ path, action: "CREATE", reason: "the module" }));
  const changes = { files: Object.entries(written).map(([path, text]) => ({ path, text })), deletions: [] };
  return {
    activity: "amend",
    module: {
      planned: { files, test_file: contract.test_file, module_id: "MM-0001" },
      contract,
      examples: SPECIFIED.examples,
      work: { module_ref: "MM-0001@1.0.0", trail: { adjudications: [{ amendments }] } },
    },
    tree,
    task: { tree, taskFile: { acceptance_criteria: [] }, work: { modules: [] } },
    workspace: { changes: () => changes },
  } as unknown as Work;
}

describe("examples that a revision changes alone", () => {
  const revised = (examples: string | null) =>
    revise.check(work({ "src/tag.ts": "" }, {}), { ...NOTHING, contract: null, examples });

  it("are held to the floor like those of a specification", async () => {
    expect(await revised("# Examples\n")).toMatchObject({ ok: false, refusal: { code: "examples-incomplete" } });
    expect(await revised(SPECIFIED.examples.replace("`Tag`", "`tag`"))).toMatchObject({ ok: true });
  });

  it("are not judged where nobody changes them", async () => {
    expect(await revised(null)).toMatchObject({ ok: true });
  });
});

const SCRIPT = `import { fold } from "./fold.js";

/** @param {string} raw */
export function tag(raw) {
  return fold(raw);
}

export const other = 1;
`;
const PYTHON = `def tag(raw):
    return raw.lower()


def other():
    return 1
`;

describe("an amendment of an export", () => {
  const amended = (before: Files, written: Files) =>
    amend.check(
      work(before, written, [{ action: "MODIFY", target: "export:tag", detail: "Return the parts as well." }]),
      {
        ...NOTHING,
        contract: null,
        examples: null,
        records: [{ amendment_index: 0, applied: true, note: "" }],
      },
    );
  const unchanged = { ok: false, refusal: { message: expect.stringContaining("export:tag: the target is unchanged") } };

  it.each<[string, Files, Files]>([
    ["beside it in its file", { "src/tag.js": SCRIPT }, { "src/tag.js": SCRIPT.replace("other = 1", "other = 2") }],
    ["above it", { "src/tag.js": SCRIPT }, { "src/tag.js": `// Tags.\n${SCRIPT}` }],
    ["beside it in Python", { "src/tag.py": PYTHON }, { "src/tag.py": PYTHON.replace("return 1", "return 2") }],
    [
      "beside another name of one statement",
      { "src/tag.js": "export const tag = 1, other = 1;" },
      { "src/tag.js": "export const tag = 1, other = 2;" },
    ],
    [
      "beside it in the file that it comes from",
      { "src/index.js": 'export { tag } from "./tag.js";', "src/tag.js": SCRIPT },
      { "src/tag.js": SCRIPT.replace("other = 1", "other = 2") },
    ],
  ])("is not done by a change %s", async (_where, before, written) => {
    expect(await amended(before, written)).toMatchObject(unchanged);
  });

  it.each<[string, Files, Files]>([
    ["its body", { "src/tag.js": SCRIPT }, { "src/tag.js": SCRIPT.replace("fold(raw)", "[fold(raw)]") }],
    ["its documented type", { "src/tag.js": SCRIPT }, { "src/tag.js": SCRIPT.replace("{string}", "{string[]}") }],
    ["its body in Python", { "src/tag.py": PYTHON }, { "src/tag.py": PYTHON.replace("lower", "upper") }],
  ])("is done by a change of %s", async (_what, before, written) => {
    expect(await amended(before, written)).toMatchObject({ ok: true });
  });
});
