/** Check runs through GraphQL: the same bodies as in REST, with upper-case values and global ids. */
import type { CheckRunOutput, CreateCheckRunInput, UpdateCheckRunInput } from "@octokit/graphql-schema";
import type { z } from "zod";
import { CheckRunUpdate, changeOf, NewCheckRun } from "../../check-run-body.js";
import { createSuite, findSuite } from "../../operations/checks/check-suites.js";
import { createCheckRun as create, updateCheckRun as update } from "../../operations/checks/record-check.js";
import { callingApp, refuseChange, WRITE_CHECKS } from "../../routes/check-runs.js";
import type { Asking } from "../asking.js";
import { changeRepository } from "../change-repository.js";
import { placeById } from "../find-place.js";
import { GraphqlRefusal, notANode } from "../graphql-refusal.js";
import { checkRunNode } from "../nodes/check-suite-node.js";

export async function createCheckRun(asking: Asking, input: CreateCheckRunInput): Promise<object> {
  const { place, parsed } = placeById(asking, input.repositoryId);
  if (parsed.type !== "Repository") throw notANode(input.repositoryId);
  const { hub, repository, git } = place;
  return changeRepository(place, WRITE_CHECKS, async (acting) => {
    const appId = callingApp(asking);
    const headSha = String(input.headSha);
    const body = checked(NewCheckRun, { ...bodyOf(input), head_sha: headSha });
    if ((await git.commit(headSha)) === undefined)
      throw new GraphqlRefusal("UNPROCESSABLE", `No commit found for SHA: ${headSha}`);
    const suite = findSuite(repository, { appId, headSha }) ?? createSuite(hub, repository, { appId, headSha });
    const change = { ...changeOf(body), name: body.name };
    return { checkRun: checkRunNode(place, await create(hub, acting, { repository, suite, change })) };
  });
}

export async function updateCheckRun(asking: Asking, input: UpdateCheckRunInput): Promise<object> {
  const { place, parsed } = placeById(asking, input.checkRunId);
  const { hub, repository } = place;
  const run = parsed.type === "CheckRun" ? repository.checkRuns.get(Number(parsed.ids[1])) : undefined;
  if (run === undefined || placeById(asking, input.repositoryId).place.repository !== repository)
    throw notANode(input.checkRunId);
  return changeRepository(place, WRITE_CHECKS, async (acting) => {
    const body = checked(CheckRunUpdate, bodyOf(input));
    refuseChange(asking, run, body);
    const suite = repository.checkSuites.get(run.suiteId);
    if (suite === undefined) throw new Error(`check run ${run.id} has lost its suite`);
    await update(hub, acting, { repository, suite, run, change: changeOf(body) });
    return { checkRun: checkRunNode(place, run) };
  });
}

function checked<Body extends z.ZodType>(schema: Body, body: object): z.infer<Body> {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new GraphqlRefusal("UNPROCESSABLE", parsed.error.issues.map(({ message }) => message).join(", "));
}

function bodyOf(input: CreateCheckRunInput | UpdateCheckRunInput): object {
  const body = {
    name: input.name,
    details_url: input.detailsUrl,
    external_id: input.externalId,
    status: input.status?.toLowerCase(),
    conclusion: input.conclusion?.toLowerCase(),
    started_at: input.startedAt,
    completed_at: input.completedAt,
    output: input.output == null ? undefined : outputOf(input.output),
    actions: input.actions,
  };
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value != null));
}

function outputOf({ title, summary, text, annotations }: CheckRunOutput) {
  return {
    title,
    summary,
    text,
    annotations: (annotations ?? []).map(({ path, location, annotationLevel, message, title, rawDetails }) => ({
      path,
      start_line: location.startLine,
      end_line: location.endLine,
      start_column: location.startColumn,
      end_column: location.endColumn,
      annotation_level: annotationLevel.toLowerCase(),
      message,
      title,
      raw_details: rawDetails,
    })),
  };
}
