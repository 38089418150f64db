import { describe, expect, it } from "vitest";
import * as contextFor from "../../../src/context/sections/context-for.js";
import type { RoleContext } from "../../../src/context/sections/give-role.js";
import type { DebateRound, GateFacts, RoleFacts } from "../../../src/context/sections/role-facts.js";
import { ContextPack } from "../../../src/domain/artifacts/context-pack.js";
import { Role } from "../../../src/domain/artifacts/producer.js";
import { maySee, permissionFor, RoleInput, type Situation } from "../../../src/domain/artifacts/visibility.js";
import { aCall, allFacts, boundary, canary } from "../../support/role-facts.js";
import { aViolation } from "../../support/violation.js";

const call = aCall("T-core-tags-normalise-001");
const facts = allFacts();
const ACTIVITIES: readonly [string, Role, Situation, () => RoleContext][] = [
  ["product", "product", "ordinary", () => contextFor.contextForProduct(aCall(null), facts)],
  ["plan", "planner", "ordinary", () => contextFor.contextForPlanner(call, facts)],
  ["specify", "proposer", "ordinary", () => contextFor.contextForSpecify(call, facts)],
  ["implement", "proposer", "ordinary", () => contextFor.contextForImplement(call, facts)],
  ["revise", "proposer", "on-revise", () => contextFor.contextForRevise(call, facts)],
  ["amend", "proposer", "on-amendments", () => contextFor.contextForAmend(call, facts)],
  ["challenge", "challenger", "ordinary", () => contextFor.contextForChallenge(call, facts)],
  ["adjudicate", "arbiter", "ordinary", () => contextFor.contextForAdjudicate(call, facts)],
  ["judge", "judge", "ordinary", () => contextFor.contextForJudge(call, facts)],
  ["propose an amendment", "amendment-proposer", "ordinary", () => contextFor.contextForAmendmentProposal(call, facts)],
];
/** Rows of the table that no fact can ever be shown under. */
const NOBODYS: readonly RoleInput[] = ["sealed-source", "other-modules-diffs"];
/** Granted, and given by the tool or format that enforces it. */
const BY_TOOL: readonly RoleInput[] = ["schemas"];
/** Rows whose text is the factory's own, or follows from others' facts: no canary of their own. */
const WITHOUT_CANARY: readonly RoleInput[] = [
  ...NOBODYS,
  "schemas",
  "evaluation-rubric",
  "decomposition-rubric",
  "code-index-results",
  "implementation-source",
  "file-summaries",
];
const textOf = (context: RoleContext) => context.given.map(({ text }) => text).join("\n");

describe("what a role is given", () => {
  it("is tried for every role", () => {
    expect(new Set(ACTIVITIES.map(([, role]) => role))).toEqual(new Set(Role.options));
  });

  describe.each(ACTIVITIES)("to %s", (_, role, situation, context) => {
    const { pack, given } = context();

    it("is exactly what the visibility table allows, of everything there is", () => {
      const allowed = RoleInput.options.filter(
        (input) => maySee(role, input, situation) && ![...NOBODYS, ...BY_TOOL].includes(input),
      );
      expect(new Set(given.map(({ input }) => input))).toEqual(new Set(allowed));
    });

    it("holds no word of what the table keeps back, and every word of what it allows", () => {
      const text = textOf({ pack, given });
      for (const input of RoleInput.options.filter((each) => !WITHOUT_CANARY.includes(each))) {
        expect(text.includes(canary(input)), input).toBe(maySee(role, input, situation));
      }
    });

    it("shows source to nobody but those who may see it, by no other way either", () => {
      const seesSource = permissionFor(role, "implementation-source", situation) === "FULL";
      const quotesGates = role === "proposer";
      expect(textOf({ pack, given }).includes(canary("source"))).toBe(seesSource || quotesGates);
    });

    it("is fenced, unless it is the factory's own", () => {
      for (const { input, text } of given) {
        const own = ["evaluation-rubric", "decomposition-rubric"].includes(input);
        expect(text.startsWith(`<<<DATA ${boundary}\n`) && text.endsWith(`DATA ${boundary} END>>>`), input).toBe(!own);
      }
    });

    it("begins with what stays the same", () => {
      const stable = given.map((each) => each.stable);
      expect(stable).toEqual([...stable].sort((a, b) => Number(b) - Number(a)));
    });

    it("comes with a pack that is valid, names role and call, and lists all that was kept back with a reason", () => {
      expect(ContextPack.parse(pack)).toEqual(pack);
      expect(pack.created_for).toEqual({ role, run_id: "run-1", task_ref: role === "product" ? "" : call.task });
      expect(pack.context_pack_id).toBe("CP-00000001");
      expect(pack.included_refs).toHaveLength(given.length);
      expect(pack.excluded_refs.map(({ ref }) => ref)).toContain("MM-0002/source@1.0.0");
      expect(pack.excluded_refs.length).toBeGreaterThan(3);
    });

    it("is the same for the same facts", () => {
      expect(context()).toEqual({ pack, given });
    });
  });

  it("gives a revision the failures of a challenge, and nothing of how it was assessed", () => {
    const text = textOf(contextFor.contextForRevise(call, facts));
    expect(text).toContain(canary("challenge"));
    expect(text).not.toContain(canary("rubric-assessment"));
    expect(textOf(contextFor.contextForAdjudicate(call, facts))).toContain(canary("rubric-assessment"));
  });

  it("tells a revision which standards were broken badly enough to fail, and only those", () => {
    const sop_findings = [
      { sop: "errors.md", severity: "error" as const, finding: "errors lose their cause", evidence: "CL-ERR-001" },
      { sop: "names.md", severity: "warning" as const, finding: "short names", evidence: "CL-ERR-001" },
    ];
    const text = textOf(
      contextFor.contextForRevise(call, { ...facts, challenge: { ...facts.challenge, sop_findings } }),
    );
    expect(text).toContain("errors lose their cause");
    expect(text).not.toContain("short names");
  });

  it("tells both reviewers how earlier rounds were ruled on and what ended them", () => {
    const [round] = facts.trail as [DebateRound];
    const trail = [
      { ...round, ended: { by: "ship", why: ["inputs are as locked: removed stdin"] } },
    ] satisfies RoleFacts["trail"];
    for (const context of [contextFor.contextForChallenge, contextFor.contextForAdjudicate]) {
      const text = textOf(context(call, { ...facts, trail }));
      expect(text).toContain("the earlier adjudication");
      expect(text).toContain("ended by ship:\n- inputs are as locked: removed stdin");
    }
  });

  it("says of an earlier proposal only what the next one does not say again", () => {
    const text = textOf(contextFor.contextForChallenge(call, facts));
    const { acceptance_checks, criteria } = facts.proposal;
    expect(text).toContain(`earlier ${canary("debate-trail")}`);
    expect(text).toContain(
      `[${acceptance_checks.length + criteria.length} checks and criteria stand in the next proposal word for word]`,
    );
  });

  it("shows test files to both reviewers word for word, white space inside a text included", () => {
    for (const context of [contextFor.contextForChallenge, contextFor.contextForAdjudicate]) {
      expect(textOf(context(call, facts))).toContain('equal(tag("a   b")');
    }
  });

  it("says what there is none of, in the factory's own words", () => {
    const none = {
      ...facts,
      sops: [],
      decisions: [],
      conventions: [],
      dependencies: [],
      changesSince: null,
      roundStart: null,
    };
    const { given } = contextFor.contextForChallenge(call, none);
    const said = Object.fromEntries(given.map(({ title, text }) => [title, text]));
    expect(said).toMatchObject({
      "Standards of this repository": "none apply",
      "Decisions about this task": "none",
      "Conventions seen in approved work": "none yet",
      "Public surface of dependencies": "none is declared",
      "Why this round began": "This is the first round: nothing was found wrong yet.",
      "Changed since the last review": "Nothing was reviewed before.",
    });
  });

  it("gives each clause by the place of its words, which stand in the contract once", () => {
    const { contract } = facts;
    const text = textOf(contextFor.contextForChallenge(call, facts));
    expect(text).toContain("  CL-HAPPY-001: purpose");
    for (const { id } of contract.clauses) expect(text).toContain(`  ${id}: `);
    expect(text.split(contract.purpose)).toHaveLength(2);
  });

  it("tells a Challenger gate results by name, status and the counting messages of gates 0 and 1", () => {
    const { given } = contextFor.contextForChallenge(call, facts);
    const gates = given.find(({ title }) => title === "Gate results")?.text;
    expect(gates).toContain(
      `TEST_HAS_ASSERTIONS: WARNING: 1 of 1 tests assert ${canary("gate-results")} [1 more lines are not shown to this role]`,
    );
    expect(gates).toContain("STRICT_COMPILATION: FAILED\n");
    expect(gates).toContain('assert "Must export tag": does not hold\n');
    expect(gates).toContain('test "normalises a tag": failed\n');
    expect(gates).toContain("command typecheck: FAILED\n");
  });

  it("tells those who see signatures what a signature check found, and only that", () => {
    const [first] = facts.gates.assertions;
    const signature = {
      ...first,
      actual: "(x: number)",
      assertion: { ...first?.assertion, check: { type: "signature_match" } },
    };
    const gates = { ...facts.gates, assertions: [signature] } as typeof facts.gates;
    for (const context of [
      contextFor.contextForChallenge(call, { ...facts, gates }),
      contextFor.contextForAmendmentProposal(call, { ...facts, gates }),
    ]) {
      expect(textOf(context)).toContain("expected a match, got (x: number)");
      expect(textOf(context)).toContain("- Got: (options: Options): Promise<Health>");
    }
  });

  it("tells a Proposer all that the gates found", () => {
    const { given } = contextFor.contextForImplement(call, facts);
    const gates = given.find(({ title }) => title === "Gate results")?.text ?? "";
    expect(gates.split(canary("source")).length - 1).toBe(8);
    expect(gates).toContain("got CANARY-source-CANARY");
  });

  it("tells a Proposer what failed, and all else in a line: what passed, what did not run, an output it has seen", () => {
    const [first] = facts.gates.validators;
    const validators = [
      { ...first, code: "SENSITIVE_FILES_LOCK", gate: 0, status: "FAILED", message: "package.json is protected" },
      { ...first, code: "TASK_SCOPE_SIZE", gate: 0, status: "PASSED", message: "small" },
      { ...first, code: "CONTRACT_SCHEMA_VALID", status: "NOT_RUN", message: "Not run: gate 0 failed" },
      { ...first, code: "TEST_SYNTAX_VALID", status: "NOT_RUN", message: "Not run: gate 0 failed" },
    ];
    const tests = ["a", "b"].map((name) => ({ name, status: "failed", output: "Cannot find module" }));
    const gates = { validators, tests, assertions: [], commands: [] } as unknown as GateFacts;
    const { given } = contextFor.contextForImplement(call, { ...facts, gates });
    const text = given.find(({ title }) => title === "Gate results")?.text ?? "";
    expect(text).toContain("NOT_RUN, because gate 0 failed: CONTRACT_SCHEMA_VALID, TEST_SYNTAX_VALID\n");
    expect(text).toContain("PASSED: TASK_SCOPE_SIZE\n");
    expect(text).toContain('test "b": failed, with the output of "a"');
    expect(text.split("Cannot find module")).toHaveLength(2);
    expect(text.split("what to do")).toHaveLength(2);
  });

  it("shows a Challenger signatures of files, without bodies, values and comments", () => {
    const { given } = contextFor.contextForChallenge(call, facts);
    expect(given.find(({ input }) => input === "file-summaries")?.text).toContain(
      "export const tag: (raw: string): string;",
    );
  });

  it("says of a language without a reader how long the file is, and not how it begins", () => {
    const sources = [{ name: "tag.go", text: `func Tag() {\n  return "${canary("source")}"` }];
    const text = textOf(contextFor.contextForChallenge(call, { ...facts, sources }));
    expect(text).toContain("2 lines; signatures of this language cannot be read here");
    expect(text).not.toContain("func Tag");
  });

  it("gives the module as planned while there is no contract, and the contract afterwards", () => {
    const { contract: _, ...planned } = facts;
    const titles = (context: RoleContext) => context.given.map(({ title }) => title);
    expect(titles(contextFor.contextForSpecify(call, planned))).toContain("This module as planned: MM-0001@1.0.0");
    expect(titles(contextFor.contextForSpecify(call, facts))).not.toContain("This module as planned: MM-0001@1.0.0");
    expect(titles(contextFor.contextForSpecify(call, facts))).toContain("Contract of MM-0001@1.0.0");
  });

  it("offers nothing that is not known: the least facts give the least", () => {
    const { given } = contextFor.contextForPlanner(call, { taskFile: "do it" });
    expect(given.map(({ input }) => input)).toEqual(["decomposition-rubric", "task-file"]);
  });

  it("has no workspace in a call without a head", () => {
    const { given } = contextFor.contextForImplement(aCall("T-core-a-b-001", { head: null }), facts);
    expect(given.map(({ input }) => input)).not.toContain("unowned-code");
    expect(given.map(({ title }) => title)).not.toContain("The module's files");
  });

  it("names sealed files as such, and the users of sealed code by number alone", () => {
    const text = textOf(contextFor.contextForImplement(call, facts));
    expect(text).toContain("files: a.ts, src/fold.ts [sealed]");
    expect(text).toContain("module: MM-0002@1.0.0, entry src/fold.ts, exports fold");
    expect(text).toContain(`Created: src/${canary("workspace")}.ts, src/fold.ts [sealed]`);
    expect(text).toContain("Files of sealed modules that use it, not named here: 1.");
  });

  it("injects what to create, imports and the attempt before into a proposer's call", () => {
    const text = textOf(contextFor.contextForImplement(call, facts));
    expect(text).toContain("## YOU MUST CREATE\n- normaliseTag\nEach of these is required; more is welcome.");
    expect(text).toContain("## REQUIREMENTS (must pass)\n- Must export normaliseTag");
    expect(text).not.toContain("## GUIDANCE");
    expect(text).toContain(`From "./health.js":\n  - ${canary("dependency-exports")} (function)`);
    expect(text).toContain(`- ${canary("do-not-import")}: MM-0003 has not shipped`);
    expect(text).toContain(
      "PREVIOUS ATTEMPT FAILED. This is attempt 2 of 3. The workspace is as you left it. Fix exactly these:",
    );
    expect(text).toContain("- Expected: (): Promise<Health>\n- Got: (options: Options): Promise<Health>");
  });

  it("says of a fresh attempt that what was written in the one before is gone", () => {
    const sections = { ...facts.sections, keepsTree: false };
    const text = textOf(contextFor.contextForImplement(call, { ...facts, sections }));
    expect(text).toContain("This is attempt 2 of 3. The workspace is back at the commit in which the tests failed");
    expect(text).not.toContain("as you left it");
  });

  it("leaves out what was expected or found where that is not known", () => {
    const unknown = aViolation({ message: "1 test fails", expected: "", actual: "" });
    const retry = { attempt: 2, max_attempts: 3, previous_violations: [unknown] };
    const sections = { ...facts.sections, retry };
    const [previous] = contextFor
      .contextForImplement(call, { ...facts, sections })
      .given.filter(({ title }) => title === "The attempt before this one");
    expect(previous?.text).toContain("**1 test fails**");
    expect(previous?.text).not.toMatch(/Expected|Got/);
  });

  it("counts the shipped modules whose exports it does not list", () => {
    const sections = { ...facts.sections, neighbours: [], neighboursLeftOut: 4 };
    const text = textOf(contextFor.contextForImplement(call, { ...facts, sections }));
    expect(text).toContain("[exports of 4 more shipped modules are not listed, and not to be imported]");
  });

  it("injects guidance, other reasons not to import and long file lists, and no empty section", () => {
    const base = facts.sections;
    const guided = {
      ...base.assertions[0],
      type: "suggest",
      message: "Should be short",
    } as (typeof base.assertions)[number];
    const files_created = Array.from({ length: 12 }, (_, n) => `src/${n}.ts`);
    const sections = {
      ...base,
      assertions: [guided],
      neighbours: [{ moduleId: "MM-0004", shipped: true, creates: ["g"] }],
      context: {
        available_exports: [],
        changes_so_far: { ...base.context.changes_so_far, files_created, files_modified: ["b.ts"] },
      },
      retry: { attempt: 1, max_attempts: 3, previous_violations: [] },
    };
    const text = textOf(contextFor.contextForImplement(call, { ...facts, sections }));
    expect(text).toContain("## GUIDANCE (should follow)\n- Should be short");
    expect(text).not.toContain("## REQUIREMENTS");
    expect(text).toContain("- g: MM-0004 is not a declared dependency");
    expect(text).toContain("src/9.ts, 2 more\nModified: b.ts\nLines: 1 added, 0 deleted");
    expect(text).not.toContain("Available imports");
    expect(text).not.toContain("PREVIOUS ATTEMPT");
  });
});

describe("a pack", () => {
  it("says of code that nobody owns which part of it is named and not shown", () => {
    const narrowedPaths = ["dist/a.js", "b.lock"];
    const unownedPaths = [...narrowedPaths, "README.md"];
    const { pack, given } = contextFor.contextForPlanner(call, { ...facts, unownedPaths, narrowedPaths });
    expect(pack.included_refs).toContainEqual({
      ref: `unowned-code/narrowed@${call.head}`,
      permission: "METADATA_ONLY",
      reason: "2 generated or large files are named, not shown",
    });
    expect(given.map(({ text }) => text).join()).toContain(
      "dist/a.js (content not shown)\nb.lock (content not shown)\nREADME.md",
    );
    expect(contextFor.contextForPlanner(call, facts).pack.included_refs.map(({ ref }) => ref)).not.toContain(
      `unowned-code/narrowed@${call.head}`,
    );
  });
});

describe("a comment in what a role is given", () => {
  const COMMENT = "before <!-- inside";
  const behind = (context: RoleContext, input: RoleInput) =>
    context.given.filter((given) => given.input === input).map(({ text }) => text.includes("inside"));

  it("is content where the text is code, a contract, an example, output or the task itself", () => {
    const given = contextFor.contextForImplement(call, {
      ...facts,
      taskFile: COMMENT,
      examples: COMMENT,
      sources: [{ name: "src/tag.py", text: COMMENT }],
      dependencies: facts.dependencies.map((each) => ({ ...each, examples: COMMENT })),
      gates: { validators: [], assertions: [], tests: [], commands: [command(COMMENT)] },
    });
    for (const input of ["task-file", "module-examples", "dependency-contracts", "implementation-source"] as const) {
      expect(behind(given, input), input).toEqual([true]);
    }
    expect(behind(given, "gate-results")).toContain(true);
  });

  it("is what a reader does not see where people wrote it to be rendered", () => {
    const named = [{ name: "SPEC.md", text: COMMENT }];
    const product = contextFor.contextForProduct(aCall(null), { ...facts, request: named, feedback: named });
    expect(behind(product, "product-request")).toEqual([false]);
    expect(behind(product, "human-feedback")).toEqual([false]);
  });

  const command = (output: string) => ({
    name: "test",
    command: "npm test",
    status: "FAILED" as const,
    required: true,
    output,
    exit_code: 1,
    duration_ms: 1,
  });
});
