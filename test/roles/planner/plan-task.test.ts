import { describe, expect, it } from "vitest";
import type { CodeIndex } from "../../../src/code-index/code-index.js";
import { Contract } from "../../../src/domain/contract/contract.js";
import type { CodeIndexQuery } from "../../../src/domain/index-entries/search-filter.js";
import type { PlanDraft } from "../../../src/domain/plan/plan-draft.js";
import { orThrow } from "../../../src/domain/refusal.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { reduce } from "../../../src/engine/reduce.js";
import { Precedent } from "../../../src/features/halts/resolution/precedent.js";
import { resolutionPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { parseTaskFile } from "../../../src/features/tasks/task-file/parse-task-file.js";
import type { Question, RoleOutcome } from "../../../src/model/model-port.js";
import { planTask } from "../../../src/roles/planner/plan-task.js";
import type { JobPorts } from "../../../src/roles/reading/job-ports.js";
import { writeYaml } from "../../../src/yaml/yaml.js";
import { anEntry } from "../../support/code-index.js";
import { aContract } from "../../support/contract.js";
import { haltOf, inWork, pullsWith, readBy } from "../../support/halted.js";
import { REPOSITORY, readerOf, storeOf } from "../../support/job-ports.js";
import { decideOn, FIRST_TASK, NOW, stateOf, TASK_PULL } from "../../support/loop.js";
import { aBuiltDraft, aDraft } from "../../support/micro-plan.js";
import { comment, HEAD } from "../../support/observed.js";

const onlyListening = async (): Promise<RoleOutcome<unknown>> => ({
  kind: "refused",
  why: "only listening",
  usage: [],
});

/** Hands in these plans, one after the other, until one is taken. */
const handIn =
  (...plans: readonly unknown[]) =>
  async ({ read }: Question<unknown>): Promise<RoleOutcome<unknown>> => {
    for (const plan of plans) {
      const taken = await read?.(plan);
      if (taken?.ok === true) return { kind: "answered", value: taken.value, sources: [], usage: [] };
    }
    throw new Error("none of the plans was taken");
  };

const ESCALATION = "ESC-00000001";

/** The resolution in which a person gave this plan. */
function resolvedBy(revised_micro_plan: PlanDraft): Record<string, string> {
  const record: Precedent = {
    cause: "plan-invalid",
    task_id: FIRST_TASK,
    escalation_ref: ESCALATION,
    resolution: { action: "REVISE_PLAN", revised_micro_plan },
    resolved_by: "ada",
    resolved_at: NOW,
  };
  return { [resolutionPath(ESCALATION)]: writeYaml(record, Precedent) };
}

/** What the planner is asked with, where one module has shipped. */
async function ask(
  answer: (question: Question<unknown>) => Promise<RoleOutcome<unknown>> = onlyListening,
  given?: PlanDraft,
) {
  const state = inWork({
    questions: 5,
    head: HEAD,
    plan: null,
    modules: [],
    stage: { stage: "planning", question: 5, attempt: 1 },
    ...(given === undefined ? {} : { plan_by_person: ESCALATION }),
  });
  const stored = { ...Object.fromEntries(haltOf().branch), ...(given === undefined ? {} : resolvedBy(given)) };
  const questions: Question<unknown>[] = [];
  const queries: string[] = [];
  const ports: JobPorts = {
    state: storeOf(state, stored),
    reader: readerOf({ ".factory/config.yml": "", [anEntry().contract_ref]: writeYaml(aContract(), Contract) }),
    model: {
      name: "listening",
      webSearch: { offered: false, why: "it is a fake" },
      ask: async (question) => {
        questions.push(question as Question<unknown>);
        return (await answer(question as Question<unknown>)) as never;
      },
    },
    clock: { now: () => NOW },
    forge: { perform: async () => false },
    signal: new AbortController().signal,
    indexOf: () =>
      ({
        search: async ({ query }: CodeIndexQuery) => {
          queries.push(query);
          return [{ entry: anEntry(), similarity_score: 0.5 }];
        },
      }) as unknown as CodeIndex,
    boundaryFor: () => "boundary",
    surfaceOf: () => Promise.reject(new Error("nothing is compiled")),
  };
  const effect = {
    kind: "ask-role",
    key: "k",
    role: "planner",
    activity: "plan",
    task: FIRST_TASK,
    question: 5,
    attempt: 1,
  } as unknown as Parameters<typeof planTask>[1];
  const { files, events } = await planTask(REPOSITORY, effect, ports);
  const path = state.project?.tasks[FIRST_TASK]?.path ?? "";
  return { state, events, questions, queries, files, task: orThrow(parseTaskFile(stored[path] ?? "")) };
}

describe("the planner", () => {
  it("is given what has shipped and is nearest to the task, before it searches itself, and the pack says so", async () => {
    const { questions, queries, files, task } = await ask();
    expect(queries).toEqual([[task.name, task.description, ...task.subtasks].join("\n")]);
    const given = questions[0]?.given.find(({ input }) => input === "code-index-results");
    expect(given?.text).toContain("MM-0001@1.0.0 Tag normaliser (SHIPPED, similarity 0.50)");
    expect(given?.text).toMatch(/ {2}entry: \S+\n {2}exports: \S+/);
    expect(files[0]?.text).toMatch(/ref: code-index-results@/);
  });

  const twofold = aBuiltDraft("tag", { purpose: "Parses tags. Also sends mail." });
  const said = "a micro module does one thing; say it in one sentence or split it";

  it("has its plan taken with what speaks against it: that is recorded and said in the pull request, once", async () => {
    const worse = aDraft(
      twofold,
      aBuiltDraft("line", { purpose: "Makes lines. Also reads them.", depends_on: ["nobody"] }),
    );
    const { state, events, files } = await ask(handIn(worse, aDraft(twofold)));
    const warnings = [{ path: "modules[0].purpose", field: "purpose", severity: "WARNING", message: said }];
    expect(events).toMatchObject([{ event: { kind: "plan-made", warnings } }]);
    const stored = new Map([...haltOf().branch, ...files.map(({ path, text }) => [path, text] as const)]);
    const after = events.reduce<FactoryState>((last, event) => orThrow(reduce(last, event)), state);
    expect(after.work[FIRST_TASK]?.plan_warnings).toEqual(warnings);
    const read = { files: readBy(after, stored) };
    const told = decideOn(after, { pulls: pullsWith({}) }, read);
    const isNote = ({ key }: { readonly key: string }) => key.startsWith("plan-warnings:MP-");
    expect(told.pending.filter(isNote)).toMatchObject([
      { kind: "say", issue: TASK_PULL, body: expect.stringContaining(`- \`modules[0].purpose\`: ${said}`) },
    ]);
    const [note] = told.pending.filter(isNote);
    const current = comment({ id: 70, issue: TASK_PULL, own: true, body: note?.kind === "say" ? note.body : "" });
    const again = decideOn(stateOf(told), { pulls: pullsWith({}), comments: [current] }, read);
    expect(again.pending.filter(isNote)).toEqual([]);
  });

  it("is not blamed for the plan that a person wrote, and not asked about it", async () => {
    const { events, questions } = await ask(onlyListening, aDraft(aBuiltDraft("tag", { depends_on: ["nobody"] })));
    expect(questions).toEqual([]);
    const cause = { kind: "plan-invalid", by: "person", last_plan: expect.stringContaining("key: tag") };
    expect(events).toMatchObject([{ event: { kind: "question-failed", cause } }]);
  });

  it("says nothing where nothing speaks against its plan", async () => {
    const { state, events } = await ask(handIn(aDraft(aBuiltDraft("tag"))));
    const after = events.reduce<FactoryState>((last, event) => orThrow(reduce(last, event)), state);
    expect(after.work[FIRST_TASK]?.plan).not.toBeNull();
    expect(after.work[FIRST_TASK]).not.toHaveProperty("plan_warnings");
  });
});
