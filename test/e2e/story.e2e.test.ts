import { beforeAll, describe, expect, it } from "vitest";
import { type FactoryWorld, startFactoryWorld } from "../support/factory-world.js";
import { expectNothingTwice } from "../support/nothing-twice.js";
import { outcomeOf, runStory, stateNow } from "../support/product-story.js";
import { readEnv } from "../support/read-env.js";
import { startApp } from "../support/start-app.js";
import { until } from "../support/until.js";

type App = Awaited<ReturnType<typeof startApp>>;
type Outcome = Awaited<ReturnType<typeof outcomeOf>>;

async function appIn(world: FactoryWorld): Promise<App> {
  const env = readEnv({ ...(await world.variables()), LOG_LEVEL: "fatal" });
  if (!env.ok) throw new Error(env.refusal.message);
  const app = await startApp(env.value);
  world.forge.setWebhookUrl(`${app.url}/api/github/webhooks`);
  return app;
}

/** Tells the story in a world of its own, whose deliveries go as the test wants. */
async function told(
  prepare: (world: FactoryWorld) => void,
  nudge: (app: App) => Promise<void> = async () => {},
  afterwards: (world: FactoryWorld, app: App, issue: number) => Promise<void> = async () => {},
) {
  const world = await startFactoryWorld();
  const app = await appIn(world);
  try {
    prepare(world);
    const { issue } = await runStory(world, () => nudge(app));
    await afterwards(world, app, issue);
    const outcome = await outcomeOf(world);
    return { outcome, asked: [...world.model.asked] };
  } finally {
    await app.stop();
    await world.stop();
  }
}

/** How often each thing happened. */
const HAPPENED = {
  "product-requested": 1,
  "spec-found": 1,
  "spec-drafted": 2,
  "spec-shown": 2,
  "spec-amended": 1,
  "spec-approved": 1,
  "comment-read": 2,
  "project-started": 1,
  "project-updated task-started": 1,
  "project-updated pull-request-opened": 1,
  "work-updated work-opened": 1,
};

describe("from installing the App to the first task's pull request", () => {
  const reference: { outcome?: Outcome } = {};
  beforeAll(async () => {
    const { outcome, asked } = await told(() => {});
    reference.outcome = outcome;
    expect(asked.filter((question) => question.startsWith("product/"))).toEqual(["product/draft.1", "product/draft.2"]);
  });

  it("goes by set-up, label, spec, amendment and approval, each once", () => {
    const { outcome } = reference;
    if (outcome === undefined) throw new Error("the story was not told");
    expectNothingTwice(outcome);
    expect(outcome.pulls.map(({ branch, merged }) => [branch, merged])).toEqual([
      ["factory/setup", true],
      ["factory/spec-2", true],
      ["factory/T-pillar-1-epic-1-story-1-001", false],
    ]);
    const times = (kind: string) => outcome.events.filter((event) => event === kind).length;
    expect(Object.fromEntries(Object.keys(HAPPENED).map((kind) => [kind, times(kind)]))).toEqual(HAPPENED);
    expect(outcome.commits["factory/spec-2"]?.filter((message) => message.startsWith("factory: "))).toHaveLength(2);
  });

  it("comes to the same end when every webhook is lost and only sweeps look", async () => {
    const { outcome } = await told(
      ({ forge }) => void forge.intercept({ beforeDelivery: () => [] }),
      async (app) => {
        await app.sweep();
        await app.idle();
      },
    );
    expect(outcome).toEqual(reference.outcome);
  });

  it("comes to the same end when every webhook comes three times, in another order", async () => {
    const { outcome } = await told(({ forge }) => {
      let delivered = 0;
      forge.intercept({
        beforeDelivery: () => {
          delivered += 1;
          return [{ behind: delivered % 4 }, { behind: (delivered * 7) % 5 }, { behind: (delivered * 3) % 7 }];
        },
      });
    });
    expect(outcome).toEqual(reference.outcome);
  });

  it("obeys neither a reader nor a stranger, and says so once to both", async () => {
    await told(
      () => {},
      async () => {},
      async (world, app, issue) => {
        const { as, at } = world;
        const own = `${world.forge.app.slug}[bot]`;
        const before = (await stateNow(world))?.project;
        const answers = async () => {
          const { data } = await as("admin").rest.issues.listComments({ ...at, issue_number: issue, per_page: 100 });
          return data.filter(({ user, body }) => user?.login === own && body?.includes("stranger:") === true);
        };
        for (const person of ["read", "stranger"] as const) {
          await as(person).rest.issues.createComment({ ...at, issue_number: issue, body: "/factory pause" });
        }
        await until("an answer", async () => (await answers()).length >= 1);
        for (let look = 0; look < 3; look += 1) {
          await app.sweep();
          await app.idle();
        }
        const said = await answers();
        expect(said).toHaveLength(1);
        expect(said[0]?.body).toContain("needs write permission");
        expect((await stateNow(world))?.project).toEqual(before);
      },
    );
  });
});
