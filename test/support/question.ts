import { z } from "zod";
import type { ContextPack } from "../../src/domain/artifacts/context-pack.js";
import { Config } from "../../src/domain/config/config.js";
import { accept } from "../../src/domain/refusal.js";
import type { Given, Question, Tool } from "../../src/model/model-port.js";

export const Sum = z.strictObject({ sum: z.int().min(0), words: z.string().min(1) });
export type Sum = z.infer<typeof Sum>;

export const A_SUM: Sum = { sum: 3, words: "one and two" };

export const TASK_FILE: Given = { input: "task-file", title: "Task", text: "Add one and two.", stable: true };
export const GATES: Given = { input: "gate-results", title: "Gates", text: "TASK_TEST_PASSES: FAILED", stable: false };

/** A tool that returns its input. */
export function echo(name = "echo"): Tool {
  return {
    name,
    description: `Says it again (${name}).`,
    Input: z.strictObject({ text: z.string().max(5_000) }),
    run: async (input) => ({ text: `${name}: ${z.object({ text: z.string() }).parse(input).text}`, isError: false }),
  };
}

/** The record of a Proposer call with a minimal context. */
export const A_PACK: ContextPack = {
  context_pack_id: "CP-0000000a",
  created_for: { role: "proposer", run_id: "run-1", task_ref: "T-core-sum-add-001" },
  included_refs: [],
  excluded_refs: [],
  default_permission: "CONTRACT_ONLY",
  created_at: "2026-01-31T12:00:00Z",
};

/** A valid question of the Proposer. A test changes what it is about. */
export function aQuestion(changes: Partial<Question<Sum>> = {}): Question<Sum> {
  return {
    role: "proposer",
    subject: { task: "T-core-sum-add-001", module: "MM-0001", activity: "implement", attempt: 1 },
    prompt: { text: "You add.", version: "abcdef012345" },
    given: [TASK_FILE, GATES],
    pack: A_PACK,
    tools: [],
    webSearch: false,
    submitAs: "submit",
    Answer: Sum,
    check: accept,
    reAsks: 2,
    config: Config.parse({}),
    signal: new AbortController().signal,
    ...changes,
  };
}
