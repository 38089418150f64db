/** Plots: what is built during an attack, and what people decide. */

import type { GateReport } from "../../../src/domain/gates/gate-report.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import { CONTRACT_FAIL, CONTRACT_PASS, contractTurn, REDRAFT, raise } from "../changed-toys.js";
import { haltedTask } from "../decision-story.js";
import { aPlanReview } from "../micro-plan.js";
import { type ScriptedProduct, untilState } from "../scripted-product.js";
import {
  AMENDMENT,
  type Answers,
  amended as amendedTests,
  planOf,
  proposal,
  quickTask,
  sourceOf,
  type ToyTask,
  toy,
  toyTask,
} from "../toy-modules.js";
import { until } from "../until.js";
import type { Scene } from "./hostile-scene.js";
import { patient, patientAnswers, patientSpec } from "./patient-answers.js";
import { type Payload, textsFor } from "./payloads.js";

type PlotParts = {
  /** The task whose pull request everybody comments on. */
  readonly task: ToyTask;
  readonly answers: Answers;
  /** Lines for the configuration file. */
  readonly settings?: string;
  /** Files of the repository in addition to the planted ones. */
  readonly files?: Readonly<Record<string, string>>;
  /** Changes the report that a run uploads. */
  readonly report?: (report: GateReport) => GateReport;
  /** Whether the loop has reached an end or waits for a person. */
  readonly ended: (state: FactoryState) => boolean;
  /** What people do after that. Settles with the final state. */
  readonly after?: (product: ScriptedProduct, scene: Scene, state: FactoryState) => Promise<FactoryState>;
};
export type Plot = (lane: "quick" | "full", book: readonly Payload[]) => PlotParts;

const ALPHA = toy("alpha", 1);
const BETA = toy("beta", 2, [ALPHA]);
const [FIRST, SECOND] = [toyTask(1, [ALPHA]), toyTask(2, [BETA])] as const;

const quickOrFirst = (lane: "quick" | "full") =>
  lane === "quick" ? { ...quickTask([ALPHA]), id: "T-quick-issue-3-change-001" } : FIRST;

const passedOn = (book: readonly Payload[]) => ({
  contract: textsFor("contract text", book),
  source: textsFor("module source", book),
});

/** The product has ended or waits for a person. */
function settled({ project, product }: FactoryState): boolean {
  if (product?.phase === "stuck") return true;
  if (project === null) return false;
  return project.status === "RELEASED" || Object.values(project.tasks).some(({ status }) => status === "HALTED");
}

/** One module, up to its release. */
export const building: Plot = (lane, book) => {
  const task = quickOrFirst(lane);
  return {
    task,
    answers: { ...patientSpec([task]), ...patientAnswers(task, ALPHA, passedOn(book)) },
    ended: settled,
  };
};

/** The same; its plan is reviewed, although it has one module. */
export const reviewed: Plot = (lane, book) => {
  const plot = building(lane, book);
  const review = patient([{ answer: aPlanReview() }]);
  const answers = { ...plot.answers, [`challenger/${plot.task.id}/review-plan.1`]: review };
  return { ...plot, settings: "plan_review: always", answers };
};

const asserted = (check: Readonly<Record<string, unknown>>) => ({
  type: "assert",
  condition: "as the task wants it",
  message: "alpha must be as the task wants it",
  check,
});

/** A judge checks the code and its verdict counts. The arbiter asks for one more test. */
export const judged: Plot = (lane, book) => {
  const task = quickOrFirst(lane);
  const criterion = "keeps no state between two calls";
  const assertions = [asserted({ type: "semantic", target: sourceOf(ALPHA), criterion })];
  const verdict = { holds: true, why: "Nothing outlives the call.", evidence: "export function alpha(text) {" };
  const judgements = Array.from({ length: 9 }, (_, index): [string, Answers[string]] => [
    `judge/${task.id}/${ALPHA.id}.judge.${index + 1}`,
    patient([{ answer: verdict }]),
  ]);
  return {
    task,
    settings: "semantic_assertions: assert",
    answers: {
      ...patientAnswers(task, ALPHA, { ...passedOn(book), assertions, objects: false }),
      ...Object.fromEntries(judgements),
      [`arbiter/${task.id}/${ALPHA.id}.adjudicate.1`]: patient([{ answer: AMENDMENT }]),
      [`proposer/${task.id}/${ALPHA.id}.amend.1`]: patient(amendedTests(ALPHA, { applied: true })),
    },
    ended: settled,
  };
};

/** No code can satisfy the contract. An amendment is proposed, and a person rejects it. */
export const amended: Plot = (lane, book) => {
  const task = quickOrFirst(lane);
  const typed = "(text: string) => string";
  const assertions = [asserted({ type: "signature_match", target: ALPHA.key, signature: typed })];
  const change = { path: "assertions[0].check.signature", old_value: typed, new_value: "(text)" };
  const reason = "JavaScript has no types to write down.";
  const answer = {
    amendment: { reason, proposed_changes: [change], additional_types: [] },
    why: "Every attempt had the right parameter.",
  };
  return {
    task,
    answers: {
      ...patientAnswers(task, ALPHA, { ...passedOn(book), assertions }),
      [`amendment-proposer/${task.id}/${ALPHA.id}.propose.1`]: patient([{ answer }]),
    },
    ended: (state) =>
      settled(state) || (state.work[task.id]?.modules ?? []).some(({ step }) => step.step === "awaiting-amendment"),
    after: async (product, { decide }, state) => {
      const pull = state.project?.tasks[task.id]?.pull_request ?? 0;
      await decide(pull, `/factory amendment reject ${oneLine(textsFor("command text", book))}`);
      return untilState(product, "the halt", settled);
    },
  };
};

/** A role asks to change the contract of a shipped module. A person starts a debate, and the roles do not agree. */
export const changed: Plot = (_, book) => {
  const words = textsFor("contract text", book);
  const raising = raise(ALPHA, {
    reason: ["alpha wraps a blank text.", ...words].join(" "),
    // All words stand in one text, because evidence that is cut off does not count.
    evidence: [["The contract of alpha has no error for a blank text.", ...words].join(" ")],
  });
  const turns = Array.from({ length: 9 }, (_each, index) => index + 1).flatMap(
    (question): [string, Answers[string]][] => {
      const turn = (role: string, activity: string) => contractTurn(role, SECOND, ALPHA, activity, question);
      const ruling = { decision: "REJECT", rationale: "`inputs.text` is not worth it to anybody." };
      return [
        [turn("challenger", "challenge"), patient([{ answer: question === 1 ? CONTRACT_FAIL : CONTRACT_PASS }])],
        [turn("proposer", "redraft"), patient([{ answer: REDRAFT as never }])],
        [turn("arbiter", "adjudicate"), patient([{ answer: ruling }])],
      ];
    },
  );
  return {
    task: SECOND,
    answers: {
      ...patientSpec([FIRST, SECOND]),
      ...patientAnswers(FIRST, ALPHA, { contract: [], source: [], objects: false }),
      ...patientAnswers(SECOND, BETA, passedOn(book)),
      [`proposer/${SECOND.id}/${BETA.id}.implement.1`]: patient([raising, { answer: proposal(BETA) }]),
      ...Object.fromEntries(turns),
    },
    ended: settled,
    after: async (product, { decide }) => {
      const { pull } = await haltedTask(product, SECOND.id);
      await decide(pull, "/factory ice approve");
      return untilState(product, "the end of the debate", ({ interface_changes }) =>
        Object.values(interface_changes).some(({ stage }) => stage.stage === "not-agreed"),
      );
    },
  };
};

/** The shipped task is undone, the rest is abandoned, and the product is ended. */
export const undone: Plot = (_, book) => {
  const words = oneLine(textsFor("command text", book));
  return {
    task: FIRST,
    answers: {
      ...patientSpec([FIRST, SECOND]),
      ...patientAnswers(FIRST, ALPHA, { ...passedOn(book), objects: false }),
      ...patientAnswers(SECOND, BETA),
      [`proposer/${SECOND.id}/${BETA.id}.implement.1`]: [{ refuse: "I cannot help with that." }],
    },
    ended: settled,
    after: async (product, { decide, issue }) => {
      await haltedTask(product, SECOND.id);
      await decide(issue(), `/factory undo ${FIRST.id}`);
      const revert = await until("the revert", () => product.person.pullOf(`factory/undo-${FIRST.id}`));
      await product.forge.idle();
      await product.person.merge(revert.number);
      const { pull } = await haltedTask(product, FIRST.id);
      await decide(pull, `/factory abandon ${words}`);
      await untilState(product, "it to be given up", ({ project }) => project?.tasks[FIRST.id]?.status === "ABANDONED");
      await decide(issue(), "/factory abort");
      return untilState(product, "the end", ({ project }) => project?.status === "ABORTED");
    },
  };
};

/** A package whose scope is a user's name is resolved and admitted. Its files are committed before the build. */
export const packaged: Plot = (lane, book) => {
  const task = quickOrFirst(lane);
  const name = "@victim/brace";
  const why = ["puts parentheses around a text", ...textsFor("contract text", book)].join(" ");
  const plan = { answer: { ...planOf(task), dependencies: [{ name, range: "^2.0.0", why }] } };
  const manifest = { name: "product", version: "0.1.0", private: true, type: "module" };
  const root = { name: "product", version: "0.1.0" };
  const lock = { ...root, lockfileVersion: 3, requires: true, packages: { "": root } };
  const dependencies = { [name]: "^2.1.0" };
  const admitted = {
    version: "2.1.0",
    resolved: `${REGISTRY}/${name}/-/brace-2.1.0.tgz`,
    integrity: `sha512-${"a".repeat(86)}==`,
  };
  const resolved = { ...lock, packages: { "": { ...root, dependencies }, [`node_modules/${name}`]: admitted } };
  const output = textsFor("test output", book).join("\n");
  const command = { name: "resolve", command: "npm install", required: true, status: "PASSED", output } as const;
  return {
    task,
    settings: `allowed_dependencies: ["${name}"]`,
    files: { "package.json": json(manifest), "package-lock.json": json(lock), ".npmrc": `registry=${REGISTRY}/\n` },
    answers: {
      ...patientAnswers(task, ALPHA, { contract: [], source: [], objects: false }),
      [`planner/${task.id}/plan.1`]: [plan, plan, plan],
    },
    report: (report) =>
      report.run_type !== "RESOLVE"
        ? report
        : {
            ...report,
            commands: [{ ...command, exit_code: 0, duration_ms: 1 }],
            resolved_files: [
              { path: "package.json", text: json({ ...manifest, dependencies }) },
              { path: "package-lock.json", text: json(resolved) },
            ],
          },
    ended: settled,
  };
};

const REGISTRY = "https://packages.example";
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;

function oneLine(texts: readonly string[]): string {
  return texts.join(" ").replace(/\s+/g, " ");
}
