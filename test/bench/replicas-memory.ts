import { actingAs } from "../../src/sandbox/forge/context.js";
import { findAccount } from "../../src/sandbox/forge/lookup.js";
import { createRepository } from "../../src/sandbox/forge/operations/repository/create-repository.js";
import { installApp } from "../../src/sandbox/forge/operations/repository/install-app.js";
import { addAccount } from "../../src/sandbox/forge/seed.js";
import type { BuiltApp } from "../support/app-process.js";
import { type Fleet, startFleet } from "../support/fleet.js";
import type { BenchLine, Progress } from "./bench-line.js";
import { waitUntil } from "./wait-until.js";

const REPOSITORIES = Number(process.env.BENCH_REPOSITORIES ?? 1_000);
/** Of these so many have a product under way, whose next call of the model does not come back; the others only wait. */
const ACTIVE = Math.ceil(REPOSITORIES / 10);
const TOKEN = "figures-for-the-bench";
const PATIENCE_MS = 900_000;

/** What one replica takes that serves a thousand repositories, a tenth of them with a project that is worked on. */
export async function benchMemory(app: BuiltApp, databaseUrl: string, progress: Progress): Promise<BenchLine[]> {
  progress(`one replica for ${REPOSITORIES} repositories starts`);
  const silent = new AbortController();
  /** One for all calls of the model. */
  const answered = new Promise<void>((resolve) => silent.signal.addEventListener("abort", () => resolve()));
  const fleet = await startFleet(app, {
    repositories: ACTIVE,
    installations: 4,
    replicas: 1,
    databaseUrl,
    sweepMinutes: 0.5,
    meanwhile: () => answered,
    variables: { METRICS_TOKEN: TOKEN },
  });
  try {
    const before = await residentBytes(fleet);
    progress(`${ACTIVE} products are asked for`);
    await fleet.ask(PATIENCE_MS);
    await waitUntil("every product has asked the model", () => fleet.world.seen.length >= ACTIVE);
    const active = await residentBytes(fleet);
    const looked = lookedAt(fleet);
    progress(`${REPOSITORIES - ACTIVE} more repositories are looked at`);
    await plantIdle(fleet, REPOSITORIES - ACTIVE);
    await waitUntil("every repository was looked at", () => looked.size >= REPOSITORIES);
    const after = await residentBytes(fleet);
    const each = (bytes: number, count: number) => Math.round(bytes / count / 1_024);
    return [
      {
        name: `memory, ${REPOSITORIES} repositories, ${ACTIVE} with an active project`,
        value: mega(after),
        unit: "MB resident",
        note: `${mega(before)} at the start, ${mega(active)} with the active ones alone`,
      },
      {
        name: "memory, each active repository",
        value: each(active - before, ACTIVE),
        unit: "KB",
        note: "with a call of the model under way",
      },
      { name: "memory, each other repository", value: each(after - active, REPOSITORIES - ACTIVE), unit: "KB" },
    ];
  } finally {
    silent.abort();
    await fleet.stop();
  }
}

function mega(bytes: number): number {
  return Math.round(bytes / 1_048_576);
}

async function residentBytes({ replicas: [replica] }: Fleet): Promise<number> {
  const answer = await fetch(`${replica?.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } });
  return Number(/^process_resident_memory_bytes (.*)$/m.exec(await answer.text())?.[1]);
}

/** The repositories the App looks at from now on, by the variables of its questions or by their paths. */
function lookedAt({ world }: Fleet): ReadonlySet<string> {
  const looked = new Set<string>();
  world.forge.intercept({
    beforeRequest: ({ path, body, headers }) => {
      if (!/\bghs_/.test(headers.authorization ?? "")) return { kind: "pass" };
      const [name] = /\b(?:product|idle)-\d+\b/.exec(path.endsWith("/graphql") ? body.toString() : path) ?? [];
      if (name !== undefined) looked.add(name);
      return { kind: "pass" };
    },
  });
  return looked;
}

/** In an installation on everything nothing is proposed where there is no SPEC.md: they are looked at and wait. */
async function plantIdle({ world }: Fleet, count: number): Promise<void> {
  const { hub, users } = world.forge;
  const admin = findAccount(hub.state, users.admin.login);
  if (admin === undefined) throw new Error("the forge has lost its admin");
  const acting = actingAs({ kind: "user", user: admin, scopes: ["repo", "workflow"] }, Promise.resolve());
  const owner = addAccount(hub, "many", "Organization");
  for (let index = 0; index < count; index += 1) await createRepository(hub, acting, { owner, name: `idle-${index}` });
  installApp(hub, acting, { account: owner, repositories: "all" });
}
