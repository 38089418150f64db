import { z } from "zod";
import { GateNonce } from "../../domain/gates/gate-request.js";
import { GATE_NUMBERS, ValidatorCode } from "../../domain/gates/validator-code.js";

const Count = z.int().min(0);

/** One gate over all its runs. */
const GateFigure = z.strictObject({ passed: Count, failed: Count, milliseconds: Count });

/** The figures of all gate runs of a product (requirements.md#result-of-a-run, decisions.md#gate-figures). */
export const GateFigures = z.strictObject({
  /** Judgements: one is two runs, which judge and execute. */
  runs: Count,
  /** Judgements without a blocking result. */
  passed: Count,
  /** Judgements that repeat one: another attempt, or a run that was lost. */
  retries: Count,
  /** By the gate's number. */
  gates: z.record(z.enum(GATE_NUMBERS.map(String) as ["0", "1", "2", "3"]), GateFigure),
  /** How often each validator failed; absent where never. */
  failures: z.partialRecord(ValidatorCode, Count),
  /** What is counted and still awaited, so that nothing is counted twice. */
  counted: z.array(GateNonce),
});
export type GateFigures = z.infer<typeof GateFigures>;

/** One judgement, as it is counted. */
export const GateMeasure = z.strictObject({
  nonce: GateNonce,
  again: z.boolean(),
  passed: z.boolean(),
  gates: z.array(z.strictObject({ gate: z.literal([...GATE_NUMBERS]), passed: z.boolean(), milliseconds: Count })),
  failed: z.array(ValidatorCode),
});
export type GateMeasure = z.infer<typeof GateMeasure>;

const NOTHING = { passed: 0, failed: 0, milliseconds: 0 };

export const NO_FIGURES: GateFigures = {
  runs: 0,
  passed: 0,
  retries: 0,
  gates: { 0: NOTHING, 1: NOTHING, 2: NOTHING, 3: NOTHING },
  failures: {},
  counted: [],
};

/** The figures with one more judgement. `awaited` are the nonces that may still be seen again. */
export function countMeasure(before: GateFigures, measure: GateMeasure, awaited: ReadonlySet<string>): GateFigures {
  const gates = { ...before.gates };
  for (const { gate, passed, milliseconds } of measure.gates) {
    const figure = gates[gate];
    gates[gate] = {
      passed: figure.passed + (passed ? 1 : 0),
      failed: figure.failed + (passed ? 0 : 1),
      milliseconds: figure.milliseconds + milliseconds,
    };
  }
  const failures = { ...before.failures };
  for (const code of measure.failed) failures[code] = (failures[code] ?? 0) + 1;
  return {
    runs: before.runs + 1,
    passed: before.passed + (measure.passed ? 1 : 0),
    retries: before.retries + (measure.again ? 1 : 0),
    gates,
    failures,
    counted: [...before.counted.filter((nonce) => awaited.has(nonce)), measure.nonce],
  };
}
