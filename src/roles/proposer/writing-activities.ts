import type { ZodType } from "zod";
import {
  contextForAmend,
  contextForImplement,
  contextForRevise,
  contextForSpecify,
} from "../../context/sections/context-for.js";
import type { RoleContext } from "../../context/sections/give-role.js";
import type { RoleFacts } from "../../context/sections/role-facts.js";
import type { ProposalAnswer } from "../../domain/debate/proposal.js";
import type { Outcome } from "../../domain/refusal.js";
import type { AmendAnswer, ReviseAnswer, SpecifyAnswer } from "../../domain/roles/answers.js";
import type { RoleActivity } from "../define-role.js";
import type { Built, Work } from "./built-files.js";
import { checkAmended, checkProposed, checkSpecified } from "./check-built.js";
import { proposerAmend } from "./proposer-amend.js";
import { proposerImplement } from "./proposer-implement.js";
import { proposerRevise } from "./proposer-revise.js";
import { proposerSpecify } from "./proposer-specify.js";

/** One writing activity: its role, its input, and the check of its answer. */
export type WritingActivityOf<T> = {
  readonly role: RoleActivity<T> & { readonly Answer: ZodType<T> };
  context(call: Call, facts: RoleFacts): RoleContext;
  check(work: Work, answer: T): Promise<Outcome<T>>;
  built(answer: T): Built;
};
type Call = Parameters<typeof contextForImplement>[0];

export const specify: WritingActivityOf<SpecifyAnswer> = {
  role: proposerSpecify,
  context: (call, facts) => contextForSpecify(call, needed(facts, "taskFile", "module")),
  check: checkSpecified,
  built: ({ contract, examples }) => ({ contract, examples, proposal: null }),
};
export const implement: WritingActivityOf<ProposalAnswer> = {
  role: proposerImplement,
  context: (call, facts) => contextForImplement(call, needed(facts, "taskFile", "module", "contract")),
  check: checkProposed,
  built: (proposal) => ({ contract: null, examples: null, proposal }),
};
export const revise: WritingActivityOf<ReviseAnswer> = {
  role: proposerRevise,
  context: (call, facts) => contextForRevise(call, needed(facts, "taskFile", "module", "contract")),
  check: checkProposed,
  built: ({ contract, examples, ...proposal }) => ({ contract, examples, proposal }),
};
export const amend: WritingActivityOf<AmendAnswer> = {
  role: proposerAmend,
  context: (call, facts) => contextForAmend(call, needed(facts, "taskFile", "module", "contract", "adjudication")),
  check: checkAmended,
  built: ({ contract, examples, records: _records, ...proposal }) => ({ contract, examples, proposal }),
};

/** The facts that this call requires; a missing one is a bug. */
function needed<Key extends keyof RoleFacts>(facts: RoleFacts, ...keys: readonly Key[]) {
  const missing = keys.filter((key) => facts[key] === undefined);
  if (missing.length > 0) throw new TypeError(`a role cannot be asked without: ${missing.join(", ")}`);
  return facts as RoleFacts & { readonly [Needed in Key]-?: NonNullable<RoleFacts[Needed]> };
}
