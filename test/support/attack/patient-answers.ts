import {
  type Answers,
  APPROVAL,
  failing,
  passing,
  planOf,
  proposal,
  sourceOf,
  sourceText,
  specification,
  specified,
  type Toy,
  type ToyTask,
  toySpec,
  write,
} from "../toy-modules.js";

/** What an attacker made a role write, where other roles read it. */
export type PassedOn = {
  readonly contract: readonly string[];
  readonly source: readonly string[];
  /** Assertions of the module's contract. */
  readonly assertions?: readonly unknown[];
  /** True: the challenger objects to the first proposal. False: it finds nothing. */
  readonly objects?: boolean;
};
const NOTHING_PASSED_ON: PassedOn = { contract: [], source: [] };

export function patientSpec(tasks: readonly ToyTask[]): Answers {
  const answers = patient([{ answer: JSON.parse(JSON.stringify(toySpec(tasks))) }]);
  return { "product/draft.1": answers, "product/draft.2": answers };
}

/** Answers for every turn that the debate may take. */
export function patientAnswers(task: ToyTask, module: Toy, passedOn: PassedOn = NOTHING_PASSED_ON): Answers {
  const of = (role: string, activity: string, attempt: number) =>
    `${role}/${task.id}/${module.id}.${activity}.${attempt}`;
  const objection = failing(module, { invariant: "an empty text is decided by a clause" });
  const { objects = true } = passedOn;
  const rounds = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  const plan = { answer: planOf(task) };
  return {
    [`planner/${task.id}/plan.1`]: [plan, plan, plan],
    ...Object.fromEntries(
      rounds.flatMap((round) => [
        [of("proposer", "specify", round), patient(specifying(module, passedOn))],
        [of("proposer", "implement", round), patient(implementing(module, passedOn, null))],
        [of("proposer", "revise", round), patient(implementing(module, passedOn, `try ${round}`))],
        [
          of("challenger", "challenge", round),
          patient([{ answer: objects && round === 1 ? objection : passing(module) }]),
        ],
        [of("arbiter", "adjudicate", round), patient([{ answer: APPROVAL }])],
      ]),
    ),
  };
}

function specifying(module: Toy, { contract: words, assertions = [] }: PassedOn): Answers[string] {
  const [tests] = specified(module);
  const { contract, examples } = specification(module);
  const purpose = [contract.purpose, ...words].join(" ");
  if (tests === undefined) throw new TypeError("a specification begins with tests");
  return [tests, { answer: { contract: { ...contract, purpose, assertions: [...assertions] as never[] }, examples } }];
}

/** Bidirectional control characters, which make a file read differently from how it runs. No role may write them. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** Implements the code. A revision also says what it tries. */
function implementing(module: Toy, { contract, source }: PassedOn, remark: string | null): Answers[string] {
  const lines = [...(remark === null ? [] : [remark]), ...source].flatMap((text) => text.split("\n"));
  const comments = lines.map((line) => `// ${line.replace(TURNING, "")}`);
  const text = [...comments, sourceText(module)].join("\n");
  const { claim, ...rest } = proposal(module);
  const claimed = { claim: [claim, ...contract].join(" "), ...rest };
  const answer = remark === null ? claimed : { contract: null, examples: null, ...claimed };
  return [{ calls: [write(sourceOf(module), text)] }, { answer }];
}

/** Repeats the answer in case it is refused. */
export function patient(turns: Answers[string]): Answers[string] {
  const last = turns.at(-1);
  return last === undefined ? turns : [...turns, last, last];
}
