import {
  type Answers,
  APPROVAL,
  failing,
  implemented,
  passing,
  planOf,
  revised,
  specified,
  type Toy,
  type ToyTask,
  toySpec,
} from "../toy-modules.js";

/** Enough of everything for every turn the debate may take. */
export function patientAnswers(task: ToyTask, module: Toy): Answers {
  const of = (role: string, move: string, attempt: number) => `${role}/${task.id}/${module.id}.${move}.${attempt}`;
  const objection = failing(module, { invariant: "an empty text is decided by a clause" });
  const rounds = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  return {
    "product/draft.1": patient([{ answer: toySpec([task]) }]),
    "product/draft.2": patient([{ answer: toySpec([task]) }]),
    [`planner/${task.id}/plan.1`]: [{ answer: planOf(task) }, { answer: planOf(task) }, { answer: planOf(task) }],
    ...Object.fromEntries(
      rounds.flatMap((round) => [
        [of("proposer", "specify", round), patient(specified(module))],
        [of("proposer", "implement", round), patient(implemented(module))],
        [of("proposer", "revise", round), patient(revised(module, `try ${round}`))],
        [of("challenger", "challenge", round), patient([{ answer: round === 1 ? objection : passing(module) }])],
        [of("arbiter", "adjudicate", round), patient([{ answer: APPROVAL }])],
      ]),
    ),
  };
}

/** Handed in again, should it be refused. */
function patient(turns: Answers[string]): Answers[string] {
  const last = turns.at(-1);
  return last === undefined ? turns : [...turns, last, last];
}
