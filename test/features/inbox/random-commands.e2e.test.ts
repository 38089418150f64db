import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allCommands } from "../../../src/commands/all-commands.js";
import { FactoryState } from "../../../src/engine/factory-state.js";
import { checkState } from "../../../src/features/tasks/board/check-state.js";
import { halfDone, haltOf, pullsWith, readBy, sayHere } from "../../support/halted.js";
import { decideOn, FIRST_TASK, REQUEST, SECOND_TASK, SPEC_PULL, stateOf, TASK_PULL } from "../../support/loop.js";
import { person } from "../../support/observed.js";

const COMMANDS = allCommands();

const STARTS = { "halted at its first module": haltOf(), "halted half done": haltOf(halfDone()) };

/** What people might write: every command's own example, near misses of it, and nonsense. */
const bodies = fc.oneof(
  fc.constantFrom(...COMMANDS.map(({ example }) => example)),
  fc.constantFrom(...COMMANDS.map(({ verb }) => `/factory ${verb}`)),
  fc.constantFrom(...COMMANDS.map(({ verb }) => `/factory ${verb} ${FIRST_TASK} because it is so`)),
  fc.constantFrom(
    `/factory abandon ${SECOND_TASK} It is not needed.`,
    `/factory retry T-no-such-task-001`,
    "/factory abandon --keep The rest is not needed.",
    `/factory abandon ${FIRST_TASK} --keep The rest is not needed.`,
    "/factory split --keep\n\n```yaml\nnew_tasks: [{name: Sum, description: Sums., acceptance_criteria: [Sums., Rejects.], depends_on: []}]\n```",
    "/factory fix\n\n```yaml\nfix_description: A fix.\nfix_artifacts:\n  src/tag.ts: x\n```",
    `/factory adjust\n\n\`\`\`yaml\n- {skip: ${SECOND_TASK}, reason: Not in this release.}\n\`\`\``,
    "/factory override It is fine.\n/factory retry\n/factory pause",
    "/factory frobnicate",
  ),
);

const steps = fc.array(
  fc.record({
    body: bodies,
    issue: fc.constantFrom(TASK_PULL, TASK_PULL, REQUEST, SPEC_PULL, 99),
    author: fc.constantFrom(person("ada"), person("ada"), person("eve", "read"), {
      login: "b[bot]",
      type: "Bot",
      role: "admin",
    }),
    edited: fc.constantFrom(false, false, false, true),
    pushed: fc.boolean(),
  }),
  { minLength: 1, maxLength: 4 },
);

describe.each(Object.entries(STARTS))("any commands in any order, to a task %s,", (_how, halted) => {
  it("leave a sound state, lose nothing, and are each answered once", () => {
    fc.assert(
      fc.property(steps, (said) => {
        let state = halted.state;
        const branch = new Map(halted.branch);
        for (const [index, { body, issue, author, edited, pushed }] of said.entries()) {
          const id = 60 + index;
          const comment = sayHere(body, { id, issue, author, edited, createdAt: `2026-03-01T14:0${index}:00Z` });
          const head = pushed ? "e".repeat(40) : (state.work[FIRST_TASK]?.head ?? "a".repeat(40));
          const seen = { pulls: pullsWith({ head }), comments: [comment] };
          const before = state;
          const decision = decideOn(before, seen, { files: readBy(before, branch) });
          state = stateOf(decision);
          for (const { path, text } of decision.files) branch.set(path, text);

          expect(FactoryState.parse(state)).toEqual(state);
          if (state.project !== null) expect(checkState(state.project)).toMatchObject({ ok: true });
          // Nothing that was there is gone, and nothing is spent by deciding.
          expect(Object.keys(state.project?.tasks ?? {})).toEqual(
            expect.arrayContaining(Object.keys(before.project?.tasks ?? {})),
          );
          expect(state.spent).toEqual(before.spent);
          // What the next reconcile will read is there, or this throws.
          const files = readBy(state, branch);
          // Answered once, where the loop listens to a person who may command; strangers share one answer (strangers.test.ts).
          const answers = state.inbox.pending.filter(({ key }) => key === `answer:${id}`);
          const heard = issue !== 99 && author.type === "User" && author.role !== "read";
          if (answers.length !== (heard ? 1 : 0)) expect({ body, issue, author, answers }).toBe("answered once");
          const again = decideOn(state, seen, { files });
          expect(again.events.filter((event) => event.kind === "comment-read" && event.comment === id)).toEqual([]);
        }
      }),
      { numRuns: 200 },
    );
  });
});
