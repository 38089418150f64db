/** Who may decide, asked of GitHub itself: each role in turn, by comment, label, review and button, with the App running. */
import { Octokit } from "@octokit/rest";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { markerIn } from "../../../src/render/marker.js";
import { afterTheSecond } from "../../../src/sandbox/demo/person.js";
import { actingAs } from "../../../src/sandbox/forge/context.js";
import { reply } from "../../../src/sandbox/forge/http/reply.js";
import { findAccount } from "../../../src/sandbox/forge/lookup.js";
import { requestAction } from "../../../src/sandbox/forge/operations/checks/request-check.js";
import type { RepositoryRecord } from "../../../src/sandbox/forge/records/repository.js";
import { consent, type ScriptedProduct, startScriptedProduct } from "../../support/scripted-product.js";
import { planOf, smoothAnswers, toy, toyTask } from "../../support/toy-modules.js";
import { until } from "../../support/until.js";
import { mintUserAccessToken } from "../../support/user-access-token.js";

const TASK = toyTask(1, [toy("alpha", 1)]);
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

let product: ScriptedProduct;

beforeAll(async () => {
  product = await startScriptedProduct({
    // Its plan is no plan, so the one task halts and asks a person: the check run with buttons.
    answers: {
      ...smoothAnswers([TASK]),
      [`planner/${TASK.id}/plan.1`]: Array.from({ length: 3 }, () => ({ answer: { ...planOf(TASK), modules: [] } })),
    },
  });
  await consent(product);
});
afterAll(() => product?.stop());

type Who = "admin" | "read" | "stranger";
const withToken = (auth: string) => new Octokit({ baseUrl: `${product.forge.url}/api/v3`, auth, log: quiet }).rest;
const as = (person: Who) => withToken(product.forge.users[person].token);

/** Somebody else's App, which that person let act for them. */
function appFor(person: Who) {
  const { hub, users } = product.forge;
  const account = findAccount(hub.state, users[person].login);
  return withToken(mintUserAccessToken(hub, account?.id ?? 0, "helpful-agent"));
}

async function become(permission: "pull" | "triage" | "maintain"): Promise<void> {
  const username = product.forge.users.read.login;
  await product.gitHub.rest.repos.addCollaborator({ ...product.forge.repo, username, permission });
}

/** Somebody from outside the organisation is asked in; that is nothing before they accept. */
async function invite(permission: "pull" | "triage" | "push"): Promise<{ accept(): Promise<unknown> }> {
  const username = product.forge.users.stranger.login;
  const who = { ...product.forge.repo, username };
  const { data } = await product.gitHub.rest.repos.addCollaborator({ ...who, permission });
  const invitation_id = data.id;
  return { accept: () => as("stranger").repos.acceptInvitationForAuthenticatedUser({ invitation_id }) };
}
async function putOut(): Promise<void> {
  const username = product.forge.users.stranger.login;
  await product.gitHub.rest.repos.removeCollaborator({ ...product.forge.repo, username });
}

/** The App's answer to a comment of that person's. */
async function answerTo(who: Who | ReturnType<typeof withToken>, issue_number: number, body: string): Promise<string> {
  const adapter = typeof who === "string" ? as(who) : who;
  const { data } = await adapter.issues.createComment({ ...product.forge.repo, issue_number, body });
  return until("an answer", async () =>
    (await product.person.comments(issue_number)).find((text) => markerIn(text) === `answer:${data.id}`),
  );
}

/** The answer that all people without permission share in a place, once this comment of one of them was read. */
async function refusalTo(who: Who, issue_number: number, body: string): Promise<string> {
  const { data } = await as(who).issues.createComment({ ...product.forge.repo, issue_number, body });
  await until("the comment to be read", async () => {
    const inbox = (await product.person.state())?.inbox;
    return inbox !== undefined && (inbox.since > data.updated_at || inbox.seen.includes(data.id));
  });
  return until("an answer to strangers", async () =>
    (await product.person.comments(issue_number)).find((text) => markerIn(text)?.startsWith("stranger:")),
  );
}

function repository(): RepositoryRecord {
  const [first] = product.forge.hub.state.repositories.values();
  if (first === undefined) throw new Error("the forge has no repository");
  return first;
}

/** GitHub shows the button to few; here it is pressed by anybody, so that only the App is left to say no. */
async function press(login: string, identifier: string): Promise<void> {
  const { hub } = product.forge;
  const user = findAccount(hub.state, login);
  const run = [...repository().checkRuns.values()].find(({ actions }) =>
    actions.some((action) => action.identifier === identifier),
  );
  if (user === undefined || run === undefined) throw new Error(`${login} has no button ${identifier} to press`);
  const acting = actingAs({ kind: "user", user, scopes: ["repo"] }, Promise.resolve());
  await hub.exclusive(repository(), () => requestAction(hub, acting, { repository: repository(), run, identifier }));
  hub.changed();
}

describe("a spec that waits for its approval", () => {
  let pull: number;
  const phase = async () => (await product.person.state())?.product?.phase;

  beforeAll(async () => {
    await product.person.ask("Build wrappers");
    pull = (await until("the spec's pull request", () => product.person.pullOf("factory/spec"))).number;
    await until("the decision being asked for", async () => (await phase()) === "awaiting-approval");
    await afterTheSecond();
  });

  it.each(["pull", "triage"] as const)("is not approved by a comment or a review of %s", async (permission) => {
    await become(permission);
    expect(await refusalTo("read", pull, "/factory approve")).toContain("needs write permission");
    const at = { ...product.forge.repo, pull_number: pull };
    await as("read").pulls.createReview({ ...at, event: "APPROVE" });
    await product.forge.idle();
    expect(await phase()).toBe("awaiting-approval");
  });

  it("is not approved by a stranger", async () => {
    expect(await refusalTo("stranger", pull, "/factory approve")).toContain("needs write permission");
    expect(await phase()).toBe("awaiting-approval");
  });

  it("is not approved by somebody who was invited to write and has not accepted", async () => {
    const { accept } = await invite("push");
    expect(await refusalTo("stranger", pull, "/factory approve")).toContain("needs write permission");
    expect(await phase()).toBe("awaiting-approval");
    await accept();
    await putOut();
    expect(await refusalTo("stranger", pull, "/factory approve"), "nor after being put out").toContain(
      "needs write permission",
    );
    expect(await phase()).toBe("awaiting-approval");
  });

  it.each(["pull", "triage"] as const)("is not approved by an outside collaborator with %s", async (permission) => {
    await (await invite(permission)).accept();
    const { data } = await as("stranger").issues.createComment({
      ...product.forge.repo,
      issue_number: pull,
      body: "Hm.",
    });
    expect(data.author_association, "as GitHub shows them").toBe("COLLABORATOR");
    expect(await refusalTo("stranger", pull, "/factory approve")).toContain("needs write permission");
    expect(await phase()).toBe("awaiting-approval");
    await putOut();
  });

  it("is not approved by an App in the name of an admin, who is told so", async () => {
    const adapter = appFor("admin");
    expect(await answerTo(adapter, pull, "/factory approve")).toContain("An App wrote this comment in your name");
    expect(await answerTo(adapter, pull, "/factory reject No."), "nor rejected").toContain("An App wrote this comment");
    expect((await product.person.state())?.product).toMatchObject({ phase: "awaiting-approval", round: { number: 1 } });
  });

  it("is not approved by anybody whose permission cannot be read, whoever that is", async () => {
    await become("maintain");
    const restore = product.forge.intercept({
      beforeRequest: ({ template }) =>
        template?.endsWith("/collaborators/{username}/permission")
          ? { kind: "answer", reply: reply(403, { message: "Resource not accessible by integration" }) }
          : { kind: "pass" },
    });
    expect(await answerTo("read", pull, "/factory approve")).toContain("could not be read");
    restore();
    expect(await phase()).toBe("awaiting-approval");
  });

  it("is not asked for a second time by a label of triage's", async () => {
    await become("triage");
    const before = (await product.person.state())?.request;
    const other = await product.gitHub.rest.issues.create({ ...product.forge.repo, title: "Something else" });
    const at = { ...product.forge.repo, issue_number: other.data.number };
    await as("read").issues.addLabels({ ...at, labels: ["factory"] });
    await product.forge.idle();
    expect((await product.person.state())?.request).toEqual(before);
  });

  it("is approved by maintain", async () => {
    await become("maintain");
    expect(await answerTo("read", pull, "/factory approve")).not.toContain("permission");
    await until("the project", async () => ((await product.person.state())?.project ?? null) !== null);
  });
});

describe("a button under a check run", () => {
  const status = async () => (await product.person.state())?.project?.status;
  const login = () => product.forge.users.read.login;

  beforeAll(async () => {
    await until("a check run with a button", async () =>
      [...repository().checkRuns.values()].some(({ actions }) =>
        actions.some(({ identifier }) => identifier === "pause"),
      ),
    );
  });

  it.each(["pull", "triage"] as const)(
    "is dead under the finger of %s, even if GitHub let it through",
    async (permission) => {
      await become(permission);
      await press(login(), "pause");
      await product.forge.idle();
      expect(await status()).toBe("ACTIVE");
    },
  );

  it("is dead under the finger of a bot and of a stranger", async () => {
    await press("github-actions[bot]", "pause");
    await press(product.forge.users.stranger.login, "pause");
    await product.forge.idle();
    expect(await status()).toBe("ACTIVE");
  });

  it("is dead under an admin's finger, and says so, while GitHub fails to say what they may", async () => {
    const { login } = product.forge.users.admin;
    const restore = product.forge.intercept({
      beforeRequest: ({ path }) =>
        path.endsWith(`/collaborators/${login}/permission`)
          ? { kind: "answer", reply: reply(502, { message: "Server Error" }) }
          : { kind: "pass" },
    });
    try {
      await press(login, "pause");
      await until("its answer", async () => {
        const said = await Promise.all([...repository().issues.keys()].map((issue) => product.person.comments(issue)));
        return said.flat().find((text) => text.includes(`${login} pressed Pause. Your permission`));
      });
    } finally {
      restore();
    }
    expect(await status()).toBe("ACTIVE");
  });

  it("pauses everything for maintain", async () => {
    await become("maintain");
    await press(login(), "pause");
    await until("the pause", async () => (await status()) === "PAUSED");
  });

  it("leaves a pause that no App ends in anybody's name, and an outside collaborator who may write does", async () => {
    const { issue = 0 } = (await product.person.state())?.request ?? {};
    await (await invite("push")).accept();
    expect(await answerTo(appFor("stranger"), issue, "/factory resume")).toContain("An App wrote this comment");
    expect(await status()).toBe("PAUSED");
    await answerTo("stranger", issue, "/factory resume");
    expect(await status()).toBe("ACTIVE");
  });
});
