/** People rerun a check or press one of its buttons. The App that made it is informed. */
import type { Acting } from "../../context.js";
import { notFound } from "../../http/errors.js";
import type { Hub } from "../../hub.js";
import { theApp } from "../../lookup.js";
import type { CheckRunRecord, CheckSuiteRecord } from "../../records/check.js";
import type { RepositoryRecord } from "../../records/repository.js";
import { checkSuiteJson } from "../../resources/check-suite.js";
import { publish } from "../../webhooks/events.js";
import { announceCheck } from "./record-check.js";

type OfRun = { readonly repository: RepositoryRecord; readonly run: CheckRunRecord };

/** The suite is queued again. The run stays as it is until its App changes it. */
export async function rerequestRun(hub: Hub, acting: Acting, { repository, run }: OfRun): Promise<void> {
  const suite = repository.checkSuites.get(run.suiteId);
  if (suite !== undefined) suite.isRerequested = true;
  await announceCheck(hub, acting, { repository, run, action: "rerequested" });
}

export async function rerequestSuite(
  hub: Hub,
  acting: Acting,
  { repository, suite }: { readonly repository: RepositoryRecord; readonly suite: CheckSuiteRecord },
): Promise<void> {
  suite.isRerequested = true;
  if (suite.appId !== theApp(hub.state).id) return;
  const payload = async () => ({ check_suite: await checkSuiteJson(hub, repository, suite) });
  await publish(hub, acting, { name: "check_suite", action: "rerequested", repository, payload });
}

/** For the pages: GitHub's API has no route for pressing a button. */
export async function requestAction(
  hub: Hub,
  acting: Acting,
  { repository, run, identifier }: OfRun & { readonly identifier: string },
): Promise<void> {
  if (!run.actions.some((action) => action.identifier === identifier)) throw notFound();
  await announceCheck(hub, acting, {
    repository,
    run,
    action: "requested_action",
    extra: { requested_action: { identifier } },
  });
}
