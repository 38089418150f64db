import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { BASELINE_DUE, type BaselineState, isBaselinePending } from "../../domain/validation/baseline-state.js";
import type { FactoryEvent } from "../../engine/event.js";
import type { FactoryState } from "../../engine/factory-state.js";
import { addNote } from "../inbox/reduce-inbox.js";

type BaselineEvent = Extract<FactoryEvent, { kind: `baseline-${string}` | "full-run-judged" }>;

/** The state after an event of the baseline, or why the event is impossible. */
export function reduceBaseline(state: FactoryState, event: BaselineEvent): Outcome<FactoryState> {
  const { baseline } = state;
  switch (event.kind) {
    case "baseline-requested":
      if (baseline?.phase !== "due") return unexpected(event, baseline);
      return to(state, { phase: "awaited", run: event.run, lost: baseline.lost, ...keptIn(baseline) });
    case "baseline-lost":
      if (baseline?.phase !== "awaited") return unexpected(event, baseline);
      return to(state, { phase: "due", lost: baseline.lost + 1, ...keptIn(baseline) });
    case "baseline-stuck":
      if (baseline?.phase !== "awaited") return unexpected(event, baseline);
      return to(addNote(state, event.note), {
        phase: "stuck",
        why: event.why,
        since: event.at,
        ...keptIn(baseline),
      });
    case "baseline-retried":
      if (baseline?.phase !== "stuck") return refuse("baseline-not-stuck", "the baseline does not wait for anybody");
      return to(state, { ...BASELINE_DUE, ...keptIn(baseline) });
    case "baseline-taken":
      if (baseline?.phase !== "awaited") return unexpected(event, baseline);
      return to(state, { phase: "taken", full_run: null });
    case "baseline-ratcheted":
      if (baseline?.phase !== "taken") return unexpected(event, baseline);
      return to(state, {
        phase: "taken",
        full_run: { sha: event.sha, passed: true, why: `gate 3 of ${event.task_id} ran the whole suite` },
      });
    case "full-run-judged": {
      if (isBaselinePending(baseline)) return unexpected(event, baseline);
      const { sha, passed, why, tests } = event;
      const before = baseline?.phase === "taken" ? baseline.full_run : null;
      const good_before = before?.passed === true ? before.sha : (before?.good_before ?? null);
      const { release } = state;
      const answered = release?.phase === "validating" ? { ...release, run: null } : release;
      return to(
        { ...state, release: answered },
        {
          phase: "taken",
          full_run: passed ? { sha, passed, why } : { sha, passed, why, good_before, ...(tests ? { tests } : {}) },
        },
      );
    }
    default:
      return event satisfies never;
  }
}

function keptIn({ keeps }: { readonly keeps?: true | undefined }): { keeps?: true } {
  return keeps === undefined ? {} : { keeps };
}

function to(state: FactoryState, baseline: BaselineState): Outcome<FactoryState> {
  return accept({ ...state, baseline });
}

function unexpected({ kind }: BaselineEvent, baseline: BaselineState | null): Outcome<never> {
  return refuse("baseline-out-of-step", `${kind} happened, but the baseline is ${baseline?.phase ?? "not asked for"}`);
}
