import { describe, expect, it } from "vitest";
import { Contract } from "../../../src/domain/contract/contract.js";
import { moduleStatePath } from "../../../src/domain/gates/state-paths.js";
import { optionalStateFiles, requiredStateFiles } from "../../../src/engine/state-files.js";
import { reviewEffects } from "../../../src/features/debate/review-effects.js";
import { AnswerFiles } from "../../../src/features/modules/answer-files.js";
import { answerPath, examplesStatePath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { aConfig } from "../../support/config.js";
import { aContract } from "../../support/contract.js";
import { aChallenge, aFail, aFailure } from "../../support/debate.js";
import { haltOf, modules, pullsWith, sayHere } from "../../support/halted.js";
import { decideOn, FIRST_TASK, planning, taskPull } from "../../support/loop.js";
import { HEAD, observed } from "../../support/observed.js";
import { built, challenged, planned } from "../../support/task-work.js";

const CONTRACT = aContract();
const TEST_TEXT = '// @clause CL-HAPPY-001\ntest("normalises a tag", () => {});\n';
const EXAMPLES = "# Examples\n\n## EmptyTag\n";

/** Reviewed with an objection that cites what it is about. */
function reviewOf(evidence: string) {
  const failures = [aFailure({ evidence, invariant: "It is decided.", required_change: "Decide it." })];
  const work = challenged(built(planned({ id: "MM-0001" })), aChallenge(aFail({ failures })));
  const state = { ...planning, work: { [FIRST_TASK]: work } };
  const written = { message: "specify", files: [{ path: CONTRACT.test_file, text: TEST_TEXT }], deletions: [] };
  const files = new Map([
    [moduleStatePath(FIRST_TASK, "MM-0001", "contract.yml"), writeYaml(CONTRACT, Contract)],
    [examplesStatePath(FIRST_TASK, "MM-0001"), EXAMPLES],
    [answerPath(FIRST_TASK, work.modules[0]?.specified_in ?? 0), writeYaml(written, AnswerFiles)],
  ]);
  // What is not stored for this state cannot be looked at.
  const stored = new Map(requiredStateFiles(state).flatMap((path) => [[path, files.get(path) ?? ""] as const]));
  const task = planning.project?.tasks[FIRST_TASK];
  if (task === undefined) throw new Error("there is a task");
  const situation = {
    state,
    stored: state,
    observed: observed({ pulls: [taskPull] }),
    config: aConfig(),
    setupKit: null,
    files: stored,
    stateHead: HEAD,
    now: state.updated_at,
  };
  const [review] = reviewEffects(situation, {
    taskId: FIRST_TASK,
    task,
    work,
    pull: taskPull,
    branch: taskPull.branch,
  });
  if (review?.kind !== "post-review") throw new Error("a review is owed");
  return review;
}

describe("a challenge's review", () => {
  it.each([
    ["a test", '"normalises a tag" shows one case only.', CONTRACT.test_file, "normalises a tag"],
    ["a clause", "CL-INPUT-001 has no test.", ".factory/modules/MM-0001/1.0.0/contract.yml", "CL-INPUT-001"],
  ])("has an objection that cites %s as a comment on its line", (_what, evidence, path, name) => {
    const { comments } = reviewOf(evidence);
    expect(comments).toEqual([expect.objectContaining({ path })]);
    const text = path === CONTRACT.test_file ? TEST_TEXT : writeYaml(CONTRACT, Contract);
    expect(text.split("\n")[(comments[0]?.line ?? 0) - 1]).toContain(name);
  });

  it("has the verdict first, and its whole record folded, with a link", () => {
    const { body } = reviewOf("CL-INPUT-001 has no test.");
    expect(body.split("\n")[1]).toMatch(/^\*\*FAIL\*\* by the Challenger for MM-0001@1\.0\.0/);
    expect(body).toMatch(/<details>[\s\S]*<\/details>/);
    expect(body).toMatch(/\/blob\/factory\/state\/\.factory\/tasks\/.*CHAL-00000001/);
  });
});

describe("a task that a verdict has halted", () => {
  const [FIRST, LAST] = ["CHAL-00000001", "CHAL-00000002"] as const;
  const objection = (challenge_id: string) =>
    aChallenge(aFail({ failures: [aFailure({ evidence: "CL-INPUT-001 has no test." })] }), challenge_id);
  const trail = { proposals: [], challenges: [objection(FIRST), objection(LAST)], adjudications: [] };
  const halted = haltOf({ modules: modules({ trail }) });
  const files = new Map(
    [...requiredStateFiles(halted.state), ...optionalStateFiles(halted.state)].flatMap((path) => {
      const text = halted.branch.get(path);
      return text === undefined ? [] : [[path, text] as const];
    }),
  );
  const reviewsWhere = (change: Parameters<typeof pullsWith>[0]) =>
    decideOn(halted.state, { pulls: pullsWith(change) }, { files }).pending.flatMap((effect) =>
      effect.kind === "post-review" ? [effect] : [],
    );

  it("gets that verdict in its conversation, too, on the cited line", () => {
    expect(reviewsWhere({ reviews: [FIRST] })).toEqual([
      expect.objectContaining({
        key: LAST,
        comments: [expect.objectContaining({ path: ".factory/modules/MM-0001/1.0.0/contract.yml" })],
      }),
    ]);
  });

  it("gets it before the card that cites it; an answer to a person comes before both", () => {
    const { pending } = decideOn(
      halted.state,
      { pulls: pullsWith({ reviews: [FIRST] }), comments: [sayHere("/factory status")] },
      { files },
    );
    const told = pending.flatMap(({ kind, key }) => (["say", "post-review"].includes(kind) ? [key] : []));
    const ref = halted.state.project?.tasks[FIRST_TASK]?.escalation_ref;
    expect(told).toEqual([expect.stringMatching(/^answer/), LAST, `card:${ref}`]);
  });

  it("gets nothing twice, and nothing once its pull request has ended", () => {
    expect(reviewsWhere({ reviews: [FIRST, LAST] })).toEqual([]);
    expect(reviewsWhere({ state: "closed" })).toEqual([]);
  });
});
