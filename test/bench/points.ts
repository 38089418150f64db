import { actingAs } from "../../src/sandbox/forge/context.js";
import { findAccount } from "../../src/sandbox/forge/lookup.js";
import { createRepository } from "../../src/sandbox/forge/operations/repository/create-repository.js";
import { installApp } from "../../src/sandbox/forge/operations/repository/install-app.js";
import type { RepositoryRecord } from "../../src/sandbox/forge/records/repository.js";
import { addAccount } from "../../src/sandbox/forge/seed.js";
import { countPoints } from "../support/count-points.js";
import { askingForProducts, isAnnounced, productAnswers } from "../support/fleet.js";
import { ANY_POINTS } from "../support/forge.js";
import { readEnv } from "../support/read-env.js";
import { SPEC_TEXT, startProductWorld } from "../support/scripted-product.js";
import { startApp } from "../support/start-app.js";
import { atMost, type BenchLine, type Progress, rounded } from "./bench-line.js";
import { waitUntil } from "./wait-until.js";

/** The last ones have no SPEC.md: in an installation on everything nothing is proposed there, and they are looked at all the same. */
const STAGES = [
  { repositories: 1, products: 1 },
  { repositories: 20, products: 20 },
  { repositories: 200, products: 20 },
] as const;
const SWEEPS_AN_HOUR = 6;
/** What GitHub gives one installation in an hour. */
const HOUR = atMost(5_000);

/** GraphQL's points for a task, and for an hour in which nothing happens, by the number of repositories of one installation. */
export async function benchPoints(progress: Progress): Promise<BenchLine[]> {
  const world = await startProductWorld({
    answers: productAnswers(),
    forge: { installed: false, graphqlRateLimit: ANY_POINTS },
  });
  const env = readEnv({ ...(await world.variables()), SWEEP_MINUTES: "1440" });
  if (!env.ok) throw new Error(env.refusal.message);
  const app = await startApp(env.value);
  try {
    world.forge.setWebhookUrl(`${app.url}/api/github/webhooks`);
    const plant = planting(world.forge);
    const points = countPoints(world.forge);
    const settled = async () => {
      for (let sweeps = 0; sweeps < SWEEPS_AN_HOUR; sweeps += 1) {
        await app.sweep();
        await app.idle();
      }
      return points.take();
    };
    const lines: BenchLine[] = [];
    const built: RepositoryRecord[] = [];
    for (const { repositories, products } of STAGES) {
      progress(`${repositories} repositories, ${products} of them with a product`);
      const planted = await plant(repositories, products);
      const asked = planted.slice(built.length, products);
      built.push(...asked);
      points.take();
      await app.sweep();
      const ask = askingForProducts(world, asked);
      await waitUntil("every set-up is proposed", () => asked.every(({ pulls }) => pulls.size > 0));
      await ask();
      await waitUntil("every product is released", () => asked.every(isAnnounced));
      await world.forge.idle();
      await app.idle();
      const spent = points.take();
      const name = `${repositories} ${repositories === 1 ? "repository" : "repositories"}`;
      if (asked.length > 0)
        lines.push({
          name: `a product of one task, ${name}`,
          value: rounded(spent / asked.length, 1),
          unit: "points",
          note: "from its set-up to its release",
        });
      lines.push({
        name: `a settled hour, ${name}`,
        value: await settled(),
        unit: "points",
        goal: HOUR,
        note: `${products} with a released product, the others without SPEC.md; a sweep every ten minutes`,
      });
    }
    return lines;
  } finally {
    await app.stop();
    await world.stop();
  }
}

/** Repositories of one account, on all of which the App is installed: as many as are asked for, old ones first, so many of them with a SPEC.md. */
function planting({ hub, users }: Awaited<ReturnType<typeof startProductWorld>>["forge"]) {
  const admin = findAccount(hub.state, users.admin.login);
  if (admin === undefined) throw new Error("the forge has lost its admin");
  const acting = actingAs({ kind: "user", user: admin, scopes: ["repo", "workflow"] }, Promise.resolve());
  const owner = addAccount(hub, "many", "Organization");
  installApp(hub, acting, { account: owner, repositories: "all" });
  const planted: RepositoryRecord[] = [];
  return async (count: number, specs: number): Promise<readonly RepositoryRecord[]> => {
    while (planted.length < count) {
      const files = { "README.md": "# Wrappers\n", ...(planted.length < specs ? { "SPEC.md": SPEC_TEXT } : {}) };
      const repository = await createRepository(hub, acting, { owner, name: `product-${planted.length + 1}`, files });
      repository.collaborators.set(admin.id, "admin");
      planted.push(repository);
    }
    return planted;
  };
}
