import { describe, expect, it } from "vitest";
import { ChallengeAnswer } from "../../../src/domain/debate/challenge.js";
import { adjudicationReview } from "../../../src/features/debate/adjudication-review.js";
import { type ReviewerNote, withNotes } from "../../../src/features/debate/reviewer-notes.js";
import { reduceWork } from "../../../src/features/modules/reduce-work.js";
import { statusComment } from "../../../src/features/status/status-comment.js";
import { aChallenge, approval } from "../../support/debate.js";
import { aProject, NOON, t } from "../../support/project-state.js";
import { situation } from "../../support/release.js";
import { built, openQuestion, planned } from "../../support/task-work.js";

const TASK = t("now");
const NOTE = "The package cannot be imported by its *name*.";
const work = built(planned({ id: "MM-0001" }));
const { state } = situation({
  project: aProject({ now: { is: "IN_PROGRESS", pull_request: 5 } }),
  release: null,
  work: { [TASK]: work },
});

/** The state after a review that leaves these notes. */
function reviewed(...notes: string[]) {
  const challenge = { ...aChallenge(), notes };
  const question = openQuestion(work, "challenge");
  const event = { kind: "module-challenged" as const, question, usage: [], module_id: "MM-0001", challenge };
  const next = reduceWork(state, { kind: "work-updated", at: NOON, task_id: TASK, event });
  if (!next.ok) throw new Error(next.refusal.message);
  return next.value;
}

describe("notes of reviewers to people", () => {
  it("are kept with their module and shown in the status comment", () => {
    const next = reviewed(NOTE);
    expect(next.reviewer_notes).toMatchObject([{ task_id: TASK, by: "Challenger", note: NOTE }]);
    const facts = { spent: { known_usd: 0, unknown_cost_calls: 0 }, forecast_usd: null, fix_cycles: 0 };
    expect(statusComment(next, [], facts)).toMatch(
      /MM-0001@.*the Challenger: The package cannot be imported by its \\\*name\\\*\./,
    );
    expect(statusComment(state, [], facts)).not.toContain("Notes of the reviewers");
  });

  it("leave a state without notes as it is, and change no verdict", () => {
    expect(reviewed()).not.toHaveProperty("reviewer_notes");
    expect(reviewed(NOTE).work).toMatchObject({ [TASK]: { modules: [{ step: { activity: "adjudicate" } }] } });
  });

  it("are kept once, and fifty at most", () => {
    const challenge = { ...aChallenge(), notes: [NOTE, NOTE] };
    const event = { kind: "module-challenged" as const, question: 1, usage: [], module_id: "MM-0001", challenge };
    const once = withNotes(undefined, TASK, event).reviewer_notes ?? [];
    expect(once).toHaveLength(1);
    const [first] = once as [ReviewerNote];
    const many = Array.from({ length: 50 }, (_, index) => ({ ...first, note: `note ${index}` }));
    const kept = withNotes(many, TASK, event).reviewer_notes ?? [];
    expect([kept.length, kept.at(-1)?.note]).toEqual([50, NOTE]);
  });

  it("are in the review itself", () => {
    const context = { moduleTitle: "Alpha", round: 1, rounds: 3, recordUrl: "https://example.org/r", halts: false };
    const { body } = adjudicationReview({ ...approval, notes: [NOTE] }, context);
    expect(body).toContain("**Notes to people.** They block nothing.\n\n- The package cannot be imported");
  });

  it("are at most three of an answer", () => {
    expect(ChallengeAnswer.shape.notes.safeParse([NOTE, NOTE, NOTE]).success).toBe(true);
    expect(ChallengeAnswer.shape.notes.safeParse([NOTE, NOTE, NOTE, NOTE]).success).toBe(false);
  });
});
