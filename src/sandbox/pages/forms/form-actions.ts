/** The actions of all forms. Each returns the URL of the page with the result. */
import { z } from "zod";
import { actingAs } from "../../forge/context.js";
import { checkRepositoryAccess } from "../../forge/http/access.js";
import type { Call } from "../../forge/http/call.js";
import { notFound, unprocessable } from "../../forge/http/errors.js";
import type { Method } from "../../forge/http/router.js";
import { requestAction } from "../../forge/operations/checks/request-check.js";
import type { RepositoryVisit } from "../visit.js";
import { askApi, callerFor, type FindRoute } from "./ask-api.js";
import { personOf, readFields, readForm } from "./read-form.js";

/** Returns the URL to redirect to. */
export type FormAction = (visit: RepositoryVisit, call: Call, find: FindRoute) => Promise<string>;

type Request = { readonly method: Method; readonly path: string; readonly body: object };

async function ask(visit: RepositoryVisit, call: Call, find: FindRoute, { method, path, body }: Request) {
  const at = `/repos/${encodeURIComponent(visit.owner)}/${encodeURIComponent(visit.name)}${path}`;
  return askApi(find, call, { person: personOf(call), method, path: at, body });
}

const numberOf = (call: Call): number => Number(call.params.number);

/** Issues and pull requests share numbers. Each URL redirects to the right kind of page. */
function conversationUrl({ repository, urls, owner, name }: RepositoryVisit, number: number): string {
  return repository.pulls.has(number) ? urls.pull(owner, name, number) : urls.issue(owner, name, number);
}

const Comment = z.looseObject({
  body: z.string().default(""),
  afterwards: z.enum(["stay", "close", "reopen"]).default("stay"),
});

/**
 * An empty comment is refused, unless its button also changes the state. GitHub's own message is meant for programs.
 */
export const postComment: FormAction = async (visit, call, find) => {
  const { body, afterwards } = readForm(call, Comment);
  const number = numberOf(call);
  const path = `/issues/${number}`;
  if (afterwards === "stay" && body.trim() === "") throw unprocessable("Write something first: the comment is empty.");
  if (body.trim() !== "") {
    await ask(visit, call, find, { method: "POST", path: `${path}/comments`, body: { body } });
  }
  if (afterwards !== "stay") {
    const state = afterwards === "close" ? "closed" : "open";
    await ask(visit, call, find, { method: "PATCH", path, body: { state } });
  }
  return conversationUrl(visit, number);
};

const NewIssue = z.looseObject({ title: z.string(), body: z.string().default("") });

export const openIssue: FormAction = async (visit, call, find) => {
  const { title, body } = readForm(call, NewIssue);
  const labels = readFields(call).labels ?? [];
  const made = await ask(visit, call, find, { method: "POST", path: "/issues", body: { title, body, labels } });
  const { number } = z.looseObject({ number: z.number() }).parse(JSON.parse(made.body.toString()));
  return visit.urls.issue(visit.owner, visit.name, number);
};

const Label = z.looseObject({ label: z.string().min(1), change: z.enum(["add", "remove"]) });

export const changeLabel: FormAction = async (visit, call, find) => {
  const { label, change } = readForm(call, Label);
  const path = `/issues/${numberOf(call)}/labels`;
  await ask(
    visit,
    call,
    find,
    change === "add"
      ? { method: "POST", path, body: { labels: [label] } }
      : { method: "DELETE", path: `${path}/${encodeURIComponent(label)}`, body: {} },
  );
  return conversationUrl(visit, numberOf(call));
};

const Review = z.looseObject({
  body: z.string().default(""),
  event: z.enum(["APPROVE", "REQUEST_CHANGES", "COMMENT"]),
});

export const postReview: FormAction = async (visit, call, find) => {
  const { body, event } = readForm(call, Review);
  await ask(visit, call, find, { method: "POST", path: `/pulls/${numberOf(call)}/reviews`, body: { body, event } });
  return conversationUrl(visit, numberOf(call));
};

const Merge = z.looseObject({ method: z.enum(["merge", "squash", "rebase"]) });

export const mergePull: FormAction = async (visit, call, find) => {
  const { method: merge_method } = readForm(call, Merge);
  await ask(visit, call, find, { method: "PUT", path: `/pulls/${numberOf(call)}/merge`, body: { merge_method } });
  return conversationUrl(visit, numberOf(call));
};

const Press = z.looseObject({ identifier: z.string().optional() });

/** A button of an App's check, or "Re-run". GitHub has no API for the former, so the operation is called directly. */
export const pressCheck: FormAction = async (visit, call, find) => {
  const { hub, repository, urls, owner, name } = visit;
  const { identifier } = readForm(call, Press);
  const run = repository.checkRuns.get(Number(call.params.check));
  if (run === undefined) throw notFound();
  if (identifier === undefined) {
    await ask(visit, call, find, { method: "POST", path: `/check-runs/${run.id}/rerequest`, body: {} });
  } else {
    const caller = callerFor(personOf(call));
    const access = { permissions: ["checks:write"], role: "write" } as const;
    checkRepositoryAccess(hub, caller, { repository, access, reads: false });
    await hub.exclusive(repository, () =>
      requestAction(hub, actingAs(caller, call.responded), { repository, run, identifier }),
    );
  }
  const back = [...repository.pulls.values()].find(({ head }) => head.sha === run.headSha);
  return back === undefined ? urls.check(owner, name, run.id) : urls.pullChecks(owner, name, back.number);
};
