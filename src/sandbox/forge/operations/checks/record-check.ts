/** Creates or changes a check run and announces `created` and `completed`. */
import type { Acting } from "../../context.js";
import type { Hub } from "../../hub.js";
import { theApp } from "../../lookup.js";
import type {
  CheckAction,
  CheckAnnotation,
  CheckConclusion,
  CheckOutput,
  CheckRunRecord,
  CheckStatus,
  CheckSuiteRecord,
} from "../../records/check.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { checkRunPayload } from "../../resources/check-run.js";
import { checkSuiteJson } from "../../resources/check-suite.js";
import { publish } from "../../webhooks/events.js";
import { checksArrived } from "../pulls/merge-queue.js";
import { suiteState } from "./check-suites.js";

/** The changes in a request. Missing fields stay as they are. */
export type CheckChange = {
  readonly name?: string | undefined;
  readonly externalId?: string | undefined;
  readonly detailsUrl?: string | undefined;
  readonly status?: CheckStatus | undefined;
  readonly conclusion?: CheckConclusion | undefined;
  readonly startedAt?: string | undefined;
  readonly completedAt?: string | undefined;
  readonly output?: CheckOutput | undefined;
  /** Added to the existing annotations. */
  readonly annotations?: readonly CheckAnnotation[] | undefined;
  readonly actions?: readonly CheckAction[] | undefined;
};

type In = { readonly repository: RepositoryRecord; readonly suite: CheckSuiteRecord };

export async function createCheckRun(
  hub: Hub,
  acting: Acting,
  {
    repository,
    suite,
    id = hub.nextId(),
    change,
  }: In & { readonly id?: number; readonly change: CheckChange & { readonly name: string } },
): Promise<CheckRunRecord> {
  const run: CheckRunRecord = {
    id,
    suiteId: suite.id,
    appId: suite.appId,
    headSha: suite.headSha,
    name: change.name,
    externalId: "",
    detailsUrl: null,
    status: "queued",
    conclusion: null,
    startedAt: hub.now(),
    completedAt: null,
    output: { title: null, summary: null, text: null },
    annotations: [],
    actions: [],
  };
  repository.checkRuns.set(id, run);
  suite.runIds.push(id);
  apply(hub, suite, run, change);
  await announceCheck(hub, acting, { repository, run, action: "created" });
  if (run.status === "completed") await announceCompleted(hub, acting, { repository, suite, run });
  return run;
}

export async function updateCheckRun(
  hub: Hub,
  acting: Acting,
  { repository, suite, run, change }: In & { readonly run: CheckRunRecord; readonly change: CheckChange },
): Promise<void> {
  const wasCompleted = run.status === "completed";
  apply(hub, suite, run, change);
  if (run.status === "completed" && !wasCompleted) await announceCompleted(hub, acting, { repository, suite, run });
}

function apply(hub: Hub, suite: CheckSuiteRecord, run: CheckRunRecord, change: CheckChange): void {
  // A conclusion completes the run. Another status removes the conclusion.
  const status = change.conclusion === undefined ? (change.status ?? run.status) : "completed";
  run.conclusion = status === "completed" ? (change.conclusion ?? run.conclusion) : null;
  run.completedAt = status === "completed" ? (change.completedAt ?? run.completedAt ?? hub.now()) : null;
  run.status = status;
  run.name = change.name ?? run.name;
  run.externalId = change.externalId ?? run.externalId;
  run.detailsUrl = change.detailsUrl ?? run.detailsUrl;
  run.startedAt = change.startedAt ?? run.startedAt;
  run.output = change.output ?? run.output;
  run.annotations.push(...(change.annotations ?? []));
  run.actions = change.actions ?? run.actions;
  suite.isRerequested = false;
  suite.updatedAt = hub.now();
}

async function announceCompleted(
  hub: Hub,
  acting: Acting,
  { repository, suite, run }: In & { readonly run: CheckRunRecord },
): Promise<void> {
  await announceCheck(hub, acting, { repository, run, action: "completed" });
  if (suiteState(repository, suite).status === "completed") {
    const payload = async () => ({ check_suite: await checkSuiteJson(hub, repository, suite) });
    await publish(hub, acting, { name: "check_suite", action: "completed", repository, payload });
  }
  await checksArrived(hub, acting, { repository, sha: run.headSha });
}

/** `rerequested` and `requested_action` are sent only to the App that made the run. */
export async function announceCheck(
  hub: Hub,
  acting: Acting,
  news: {
    readonly repository: RepositoryRecord;
    readonly run: CheckRunRecord;
    readonly action: "created" | "completed" | "rerequested" | "requested_action";
    readonly extra?: object;
  },
): Promise<void> {
  const { repository, run, action, extra = {} } = news;
  const isPrivate = action === "rerequested" || action === "requested_action";
  if (isPrivate && run.appId !== theApp(hub.state).id) return;
  const payload = () => ({ check_run: checkRunPayload(hub, repository, run), ...extra });
  await publish(hub, acting, { name: "check_run", action, repository, payload });
}
