import { randomUUID } from "node:crypto";
import { request } from "node:http";
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { signatureOf } from "../../src/sandbox/forge/webhooks/delivery-attempt.js";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { startAppHere } from "../support/start-app-here.js";
import { until } from "../support/until.js";

const catalogue: { name: string; examples: unknown[] }[] = createRequire(import.meta.url)("@octokit/webhooks-examples");
const examples = catalogue.flatMap(({ name, examples }) => examples.map((payload) => ({ name, payload })));

const world: { sandbox?: Sandbox; app?: Awaited<ReturnType<typeof startAppHere>>; asked: string[] } = { asked: [] };
const sandbox = () => {
  if (world.sandbox === undefined) throw new Error("not started");
  return world.sandbox;
};

beforeAll(async () => {
  world.sandbox = await startSandbox({
    startApp: async (variables) => {
      const app = await startAppHere({ ...variables, LOG_LEVEL: "silent" });
      world.app = app;
      return app;
    },
    forge: { log: () => {} },
  });
  world.sandbox.forge.intercept({
    beforeRequest({ method, path }) {
      world.asked.push(`${method} ${path}`);
      return { kind: "pass" };
    },
  });
});
afterAll(() => world.sandbox?.stop());

async function deliver(event: string, payload: unknown, secret = sandbox().forge.app.webhookSecret): Promise<number> {
  const body = JSON.stringify(payload);
  const answer = await fetch(`${sandbox().app.url}/api/github/webhooks`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-github-event": event,
      "x-github-delivery": randomUUID(),
      "x-hub-signature-256": signatureOf("sha256", secret, body),
    },
    body,
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** Until nothing is delivered or decided any more, and the forge has been left in peace for a while. */
async function quiet(): Promise<void> {
  for (let before = -1; before !== world.asked.length; ) {
    before = world.asked.length;
    await new Promise((resolve) => setTimeout(resolve, 300));
    await sandbox().forge.idle();
    await world.app?.idle();
  }
}

describe("the running App", () => {
  it("accepts every delivery that GitHub gives as an example, and is still there", async () => {
    expect(examples.length).toBeGreaterThan(200);
    const refused: string[] = [];
    for (const { name, payload } of examples) {
      const status = await deliver(name, payload);
      if (status !== 200) refused.push(`${name}: ${status}`);
    }
    expect(refused).toEqual([]);
    expect((await fetch(`${sandbox().app.url}/ping`)).status).toBe(200);
  });

  const about = (sender: string) => {
    const { forge } = sandbox();
    const [repository] = forge.hub.state.repositories.values();
    const [installation] = forge.hub.state.installations.values();
    return {
      action: "created",
      repository: { id: repository?.id, name: forge.repo.repo, owner: { login: forge.repo.owner } },
      installation: { id: installation?.id },
      sender: { login: "somebody", type: sender },
    };
  };

  it("looks at the repository when a person did something", async () => {
    await quiet();
    world.asked.length = 0;
    expect(await deliver("issue_comment", about("User"))).toBe(200);
    await until("a request", () => world.asked.length > 0);
  });

  it("looks at a repository that the App was just given", async () => {
    await quiet();
    world.asked.length = 0;
    const { repository, installation, sender } = about("User");
    const given = {
      id: repository.id,
      name: repository.name,
      full_name: `${repository.owner.login}/${repository.name}`,
    };
    const payload = { action: "added", installation, sender, repositories_added: [given] };
    expect(await deliver("installation_repositories", payload)).toBe(200);
    await until("a request", () => world.asked.length > 0);
  });

  it("looks at nothing for what a bot did, itself included", async () => {
    await quiet();
    world.asked.length = 0;
    expect(await deliver("issue_comment", about("Bot"))).toBe(200);
    await quiet();
    expect(world.asked).toEqual([]);
  });

  it("looks once at most when everybody's CI tells of 1,000 check runs, in the name of a person, and of their suite's end", async () => {
    const suite = { check_suite: { app: { slug: "github-actions" }, pull_requests: [{ number: 1 }] } };
    const ended = { ...about("User"), ...suite, action: "completed" };
    await quiet();
    world.asked.length = 0;
    expect(await deliver("check_suite", ended)).toBe(200);
    await until("a request", () => world.asked.length > 0);
    await quiet();
    const onceAsked = world.asked.length;
    world.asked.length = 0;
    const run = {
      ...about("User"),
      action: "completed",
      check_run: { name: "build", app: { slug: "github-actions" } },
    };
    const answers = Array.from({ length: 1_000 }, () => deliver("check_run", run));
    expect(new Set(await Promise.all([...answers, deliver("check_suite", ended)]))).toEqual(new Set([200]));
    await quiet();
    expect(world.asked.length).toBeGreaterThan(0);
    expect(world.asked.length).toBeLessThanOrEqual(onceAsked);
  });

  it("does not acknowledge a delivery whose body has not come, also after GitHub has given up on it", async () => {
    const headers = {
      "content-type": "application/json",
      "content-length": 1_000,
      "x-github-event": "issue_comment",
      "x-github-delivery": randomUUID(),
      "x-hub-signature-256": "sha256=",
    };
    const answers: (number | undefined)[] = [];
    const begun = request(`${sandbox().app.url}/api/github/webhooks`, { method: "POST", headers });
    begun.on("response", ({ statusCode }) => void answers.push(statusCode));
    begun.on("error", () => {});
    begun.flushHeaders();
    await new Promise((resolve) => setTimeout(resolve, 10_500));
    begun.destroy();
    expect(answers).toEqual([]);
  });

  it("refuses a wrong signature and looks at nothing", async () => {
    await quiet();
    world.asked.length = 0;
    expect(await deliver("issue_comment", about("User"), "another secret")).toBe(400);
    await quiet();
    expect(world.asked).toEqual([]);
  });
});
