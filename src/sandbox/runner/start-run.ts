import { type Outcome, refuse } from "../../domain/refusal.js";
import type { RunnerHost } from "./host.js";
import { githubContext, type RunFacts } from "./job/github-context.js";
import type { RunContext } from "./job/job-context.js";
import { type Machine, thisMachine } from "./machine.js";
import { performRun } from "./perform-run.js";
import { planRun } from "./plan-run.js";
import { resolveActions } from "./resolve-actions.js";
import type { RunConclusion, RunNews } from "./run-event.js";

/** What a dispatch asks for. */
export type RunRequest = RunFacts & {
  readonly host: RunnerHost;
  /** As given by the dispatch, not yet checked. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Cancels the run, like `cancel()`. */
  readonly signal?: AbortSignal;
  /** What differs from `thisMachine()`. */
  readonly machine?: Partial<Machine>;
};

/** A run under way. `done` rejects only for a defect of runner or host; everything else is a conclusion. */
export type RunHandle = { readonly done: Promise<RunConclusion>; readonly cancel: () => void };

/** Starts a run and returns at once. The host hears of everything else by `report`. */
export function startRun(request: RunRequest): RunHandle {
  const controller = new AbortController();
  const cancel = (): void => controller.abort();
  const signals = request.signal === undefined ? [controller.signal] : [controller.signal, request.signal];
  return { done: conduct(request, { signal: AbortSignal.any(signals), cancel }), cancel };
}

async function conduct(
  request: RunRequest,
  control: { readonly signal: AbortSignal; readonly cancel: () => void },
): Promise<RunConclusion> {
  const tell = (news: RunNews): void => request.host.report({ run: request.run.id, ...news });
  const context = await prepare(request, tell);
  const result: RunConclusion = context.ok
    ? await performRun(context.value, control)
    : { conclusion: "startup_failure", reason: context.refusal.message, jobs: {} };
  const { conclusion, reason } = result;
  tell({ kind: "run-finished", conclusion, ...(reason === undefined ? {} : { reason }) });
  return result;
}

/** Everything that can be refused before the first job. */
async function prepare(request: RunRequest, tell: RunContext["tell"]): Promise<Outcome<RunContext>> {
  const { host, workflowPath: path, commit, repository } = request;
  const text = await host.readFile({ repository: repository.fullName, commit, path });
  if (text === undefined) return refuse("workflow-not-found", `${path} does not exist at ${commit}`);
  const github = githubContext(request, host.urls);
  const plan = planRun({ file: { path, text }, inputs: request.inputs, github });
  if (!plan.ok) return plan;
  const actions = await resolveActions(plan.value, host);
  if (!actions.ok) return actions;
  const machine: Machine = { ...thisMachine(), ...request.machine };
  const confinement = await machine.probeConfinement();
  return {
    ok: true,
    value: { host, machine, facts: request, plan: plan.value, github, actions: actions.value, confinement, tell },
  };
}
