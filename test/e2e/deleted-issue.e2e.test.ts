import { expect, it } from "vitest";
import { startFactoryWorld } from "../support/factory-world.js";
import { asked } from "../support/graphql.js";
import { consent, runStory, stateNow } from "../support/product-story.js";
import { readEnv } from "../support/read-env.js";
import { startApp } from "../support/start-app.js";
import { until } from "../support/until.js";

const DELETE = "mutation ($id: ID!) { deleteIssue(input: { issueId: $id }) { repository { name } } }";

it("a request whose issue was deleted before anything was built is ended from the next issue that is labelled", async () => {
  const world = await startFactoryWorld();
  const env = readEnv({ ...(await world.variables()), LOG_LEVEL: "fatal" });
  if (!env.ok) throw new Error(env.refusal.message);
  const app = await startApp(env.value);
  world.forge.setWebhookUrl(`${app.url}/api/github/webhooks`);
  try {
    const { as, at } = world;
    await consent(world);
    const label = async (title: string) =>
      (await as("admin").rest.issues.create({ ...at, title, labels: ["factory"] })).data;
    const first = await label("Build notes");
    await until("the wait for SPEC.md", async () => (await stateNow(world))?.product?.phase === "waiting-for-spec");
    await asked(as("admin"), DELETE, { id: first.node_id });
    const next = await label("Build tags");
    const said = (words: string) =>
      until(words, async () => {
        const { data } = await as("read").rest.issues.listComments({ ...at, issue_number: next.number });
        return data.some(({ body }) => body?.includes(words) === true);
      });
    await said("say `/factory abort` here");
    await as("admin").rest.issues.createComment({ ...at, issue_number: next.number, body: "/factory abort" });
    await said("The request is withdrawn");
    await until("the next product", async () => (await stateNow(world))?.request.issue === next.number);
  } finally {
    await app.stop();
    await world.stop();
  }
});

it("a product whose issue was deleted is ended from its task's pull request, and makes room for another", async () => {
  const world = await startFactoryWorld();
  const env = readEnv({ ...(await world.variables()), LOG_LEVEL: "fatal" });
  if (!env.ok) throw new Error(env.refusal.message);
  const app = await startApp(env.value);
  world.forge.setWebhookUrl(`${app.url}/api/github/webhooks`);
  try {
    const { issue } = await runStory(world);
    const { as, at } = world;
    const { data } = await as("admin").rest.issues.get({ ...at, issue_number: issue });
    await asked(as("admin"), DELETE, { id: data.node_id });
    const { data: pulls } = await as("admin").rest.pulls.list(at);
    const task = pulls.find(({ head }) => head.ref.startsWith("factory/T-"))?.number ?? 0;
    await as("admin").rest.issues.createComment({ ...at, issue_number: task, body: "/factory abort" });
    await until("the end", async () => (await stateNow(world))?.project?.status === "ABORTED");
    await until("the answer and the closed pull request", async () => {
      const { data: comments } = await as("read").rest.issues.listComments({ ...at, issue_number: task });
      const { data: pull } = await as("read").rest.pulls.get({ ...at, pull_number: task });
      return (
        pull.state === "closed" && comments.some(({ body }) => body?.includes("Aborted. Everything that was made"))
      );
    });
    const { data: next } = await as("admin").rest.issues.create({ ...at, title: "Once more", labels: ["factory"] });
    await until("the next product", async () => (await stateNow(world))?.request.issue === next.number);
    expect((await stateNow(world))?.ended_requests).toMatchObject([{ issue }]);
    // What was still to be said where nobody reads it any more holds nothing up.
    await app.sweep();
    await app.idle();
    await until("the next spec", async () => (await stateNow(world))?.product?.phase === "awaiting-approval");
  } finally {
    await app.stop();
    await world.stop();
  }
});
