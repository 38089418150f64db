import { type Outcome, refuse } from "../../domain/refusal.js";
import type { RunnerHost } from "./host.js";
import { githubContext, type RunFacts } from "./job/github-context.js";
import type { RunContext } from "./job/job-context.js";
import { type Machine, thisMachine } from "./machine.js";
import { performRun } from "./perform-run.js";
import { planRun } from "./plan-run.js";
import { resolveActions } from "./resolve-actions.js";
import type { RunConclusion, RunNews } from "./run-event.js";

/** The content of a dispatch. */
export type RunRequest = RunFacts & {
  readonly host: RunnerHost;
  /** The inputs of the dispatch, not checked yet. */
  readonly inputs: Readonly<Record<string, unknown>>;
  /** Cancels the run, like `cancel()`. */
  readonly signal?: AbortSignal;
  /** Changes to `thisMachine()`. */
  readonly machine?: Partial<Machine>;
};

/** A run under way. `done` rejects only for a defect of runner or host. Every other end is a conclusion. */
export type RunHandle = { readonly done: Promise<RunConclusion>; readonly cancel: () => void };

/** Starts a run and returns at once. Everything else goes to the host's `report`. */
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
  const report = (news: RunNews): void => request.host.report({ run: request.run.id, ...news });
  const context = await prepare(request, report);
  const result: RunConclusion = context.ok
    ? await performRun(context.value, control)
    : { conclusion: "startup_failure", reason: context.refusal.message, jobs: {} };
  const { conclusion, reason } = result;
  report({ kind: "run-finished", conclusion, ...(reason === undefined ? {} : { reason }) });
  return result;
}

/** Every check that can refuse the run before the first job. */
async function prepare(request: RunRequest, report: RunContext["report"]): Promise<Outcome<RunContext>> {
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
    value: { host, machine, facts: request, plan: plan.value, github, actions: actions.value, confinement, report },
  };
}
