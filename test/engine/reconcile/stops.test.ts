import { describe, expect, it } from "vitest";
import type { Effect } from "../../../src/engine/effects/effect.js";
import type { Observed } from "../../../src/engine/observation.js";
import type { CommitResult, LoadedState, RepositoryRef, StateCommit } from "../../../src/engine/ports.js";
import { reconcile } from "../../../src/engine/reconcile/reconcile.js";
import type { Ports } from "../../../src/engine/reconcile/reconcile-ports.js";
import { contextPackPath } from "../../../src/features/modules/artifacts/artifact-paths.js";
import { DRAFT_PATH } from "../../../src/features/spec/draft-paths.js";
import { ProductSpec } from "../../../src/features/spec/product-spec.js";
import { writeYaml, YAML_LIMITS } from "../../../src/yaml/yaml.js";
import { aUsageLine } from "../../support/artifacts.js";
import { draft, draftedEvent, label, NOW, REQUEST, requested } from "../../support/loop.js";
import { HEAD, observed } from "../../support/observed.js";

const REPOSITORY: RepositoryRef = { id: 7, installation: 1, owner: "acme", name: "product" };

/** A world whose state branch answers as told; what was tried in it is written down. */
function world({
  loaded = { kind: "none" },
  commit = async (): Promise<CommitResult> => ({ kind: "committed", head: HEAD }),
  seen = {},
}: {
  loaded?: LoadedState;
  commit?: (commit: StateCommit) => Promise<CommitResult>;
  seen?: Partial<Observed>;
}) {
  const commits: StateCommit[] = [];
  const performed: Effect[] = [];
  const waits: number[] = [];
  const ports: Ports = {
    state: {
      load: async () => loaded,
      recall: () => undefined,
      forget: () => {},
      commit: async (_, query) => {
        commits.push(query);
        return commit(query);
      },
      read: async () => new Map(),
      readBlob: async () => "",
    },
    forge: {
      observe: async () => observed({ requests: [label], ...seen }),
      perform: async (_, effect) => {
        performed.push(effect);
        return false;
      },
    },
    jobs: { start: () => {}, cancelAll: () => {} },
    clock: { now: () => NOW },
    setupKit: null,
    backOff: async (lost) => void waits.push(lost),
  };
  return { ports, commits, performed, waits };
}

describe("a reconcile that loses the race for the state branch", () => {
  it("tries six times with growing pauses, then stops with a reason and without a comment", async () => {
    const { ports, commits, performed, waits } = world({ commit: async () => ({ kind: "lost-race" }) });
    expect(await reconcile(REPOSITORY, ports)).toMatchObject({ kind: "stopped", problem: { code: "lost-races" } });
    expect(commits).toHaveLength(6);
    expect(waits).toEqual([1, 2, 3, 4, 5]);
    expect(performed).toEqual([]);
  });

  it("performs none of its effects when it lost, and continues when it won", async () => {
    const outcomes: CommitResult[] = [{ kind: "lost-race" }, { kind: "committed", head: HEAD }];
    const { ports, performed, waits } = world({
      commit: async () => outcomes.shift() ?? { kind: "committed", head: HEAD },
    });
    await reconcile(REPOSITORY, ports);
    expect(waits).toEqual([1]);
    expect(performed.length).toBeGreaterThan(0);
  });
});

describe("a job result", () => {
  const drafted = (round: number, text: string) => ({
    events: [{ ...draftedEvent, round } as const],
    files: [{ path: DRAFT_PATH, text }],
  });
  const text = writeYaml(draft, ProductSpec);

  it("is committed with its event", async () => {
    const { ports, commits } = world({ loaded: { kind: "loaded", head: HEAD, state: requested } });
    await reconcile(REPOSITORY, ports, [drafted(1, text)]);
    expect(commits[0]?.files).toContainEqual({ path: DRAFT_PATH, text });
  });

  it("leaves nothing behind when it is stale, whatever else is committed", async () => {
    const second = { ...label, issue: 8 };
    const { ports, commits } = world({
      loaded: { kind: "loaded", head: HEAD, state: requested },
      seen: { requests: [label, second] },
    });
    await reconcile(REPOSITORY, ports, [drafted(9, text)]);
    expect(commits.length).toBeGreaterThan(0);
    expect(commits.flatMap(({ files }) => files.map(({ path }) => path))).not.toContain(DRAFT_PATH);
  });

  it.each([
    ["is noted when it comes too late", {}, 1],
    ["is not noted again when it was handed over before and may have been taken", { handedBefore: true } as const, 0],
  ])("%s: what it cost", async (_, handed, times) => {
    const { ports, commits } = world({ loaded: { kind: "loaded", head: HEAD, state: requested } });
    const late = drafted(9, text);
    const events = late.events.map((event) => ({ ...event, usage: [aUsageLine()] }));
    await reconcile(REPOSITORY, ports, [{ ...late, events, ...handed }]);
    const texts = commits.flatMap(({ files }) => files.map((file) => file.text));
    expect(texts.filter((file) => file.includes("kind: calls-charged"))).toHaveLength(times);
  });

  it("leaves only what its role was given when it is stale and was paid for", async () => {
    const { ports, commits } = world({ loaded: { kind: "loaded", head: HEAD, state: requested } });
    const late = drafted(9, text);
    const events = late.events.map((event) => ({ ...event, usage: [aUsageLine()] }));
    const pack = { path: contextPackPath("CP-0a1b2c3d"), text: "given: this\n" };
    await reconcile(REPOSITORY, ports, [{ events, files: [...late.files, pack] }]);
    expect(commits[0]?.files).toContainEqual(pack);
    expect(commits[0]?.files.map(({ path }) => path)).not.toContain(DRAFT_PATH);
  });

  it("is not lost beside a stale one", async () => {
    const { ports, commits } = world({ loaded: { kind: "loaded", head: HEAD, state: requested } });
    await reconcile(REPOSITORY, ports, [drafted(9, "too late"), drafted(1, text)]);
    expect(commits[0]?.files).toContainEqual({ path: DRAFT_PATH, text });
    expect(commits[0]?.files).not.toContainEqual({ path: DRAFT_PATH, text: "too late" });
  });
});

describe("a state that could not be read again", () => {
  const huge = (path: string) => ({ path, text: "x".repeat(YAML_LIMITS.maxBytes + 1) });

  it.each([
    [".factory/product/spec.yml", 0],
    [".factory/product/notes.md", 1],
  ])("is not written, and the reason is posted: %s", async (path, written) => {
    const { ports, commits, performed } = world({ loaded: { kind: "loaded", head: HEAD, state: requested } });
    const events = [{ ...draftedEvent, round: 1 } as const];
    const settled = await reconcile(REPOSITORY, ports, [{ events, files: [huge(path)] }]);
    expect(commits.length > 0 ? 1 : 0).toBe(written);
    if (written === 1) return;
    expect(settled).toMatchObject({ kind: "stopped", problem: { code: "state-too-large" } });
    expect(performed).toContainEqual(expect.objectContaining({ kind: "say", issue: requested.request.issue }));
    expect(JSON.stringify(performed)).toContain(path);
  });
});

describe("a file that only a person can fix", () => {
  const problem = { code: "yaml-invalid", message: ".factory/state.yml:3: product: expected an object" };

  it.each([
    ["an unreadable state", { loaded: { kind: "unreadable", head: HEAD, problem } as const }, "state.yml:3"],
    [
      "a broken configuration",
      { seen: { config: { status: "present", blob: HEAD, text: "concurency: 2\n" } as const } },
      "config.yml:1",
    ],
    [
      "a configuration that is no text",
      {
        seen: {
          config: { status: "unusable", why: ".factory/config.yml:1: it is not a text file", blob: null } as const,
        },
      },
      "not a text file",
    ],
    [
      "a configuration that contradicts itself",
      {
        seen: {
          config: { status: "present", blob: HEAD, text: "concurrency: 2\ndanger_mode: { enabled: true }\n" } as const,
        },
      },
      ".factory/config.yml:2: danger_mode.paths: danger mode opens nothing",
    ],
    [
      "a missing file",
      {
        loaded: {
          kind: "loaded",
          head: HEAD,
          state: {
            ...requested,
            product: {
              phase: "approved",
              spec_digest: "a".repeat(64),
              approved_by: "ada",
              approved_at: NOW,
              pull_request: 4,
              spec_blob: null,
            },
          },
        } as const,
      },
      "draft.yml is missing",
    ],
  ])("stops at %s, is reported to people, and is not overwritten", async (_what, at, words) => {
    const { ports, commits, performed } = world(at);
    const settled = await reconcile(REPOSITORY, ports);
    expect(settled).toMatchObject({ kind: "stopped", problem: { message: expect.stringContaining(words) } });
    expect(commits).toEqual([]);
    expect(performed).toMatchObject([{ kind: "say", issue: REQUEST, body: expect.stringContaining(words) }]);
    await reconcile(REPOSITORY, ports);
    expect(performed[1]).toEqual(performed[0]); // the same key: the forge says it once
  });

  it("has its own key for each problem", async () => {
    const first = world({ loaded: { kind: "unreadable", head: HEAD, problem } });
    const other = { ...problem, message: ".factory/state.yml:9: project: expected an object" };
    const second = world({ loaded: { kind: "unreadable", head: HEAD, problem: other } });
    await reconcile(REPOSITORY, first.ports);
    await reconcile(REPOSITORY, second.ports);
    expect(first.performed[0]?.key).not.toBe(second.performed[0]?.key);
  });

  it("is reported in the issue with the newest label if the product is unknown, and nowhere without one", async () => {
    const newer = { ...label, issue: 12, labelledAt: "2026-03-01T10:00:00Z" };
    const unreadable = { kind: "unreadable", head: HEAD, problem } as const;
    const some = world({ loaded: unreadable, seen: { requests: [newer, label] } });
    await reconcile(REPOSITORY, some.ports);
    expect(some.performed).toMatchObject([{ issue: 12 }]);
    const none = world({ loaded: unreadable, seen: { requests: [] } });
    expect(await reconcile(REPOSITORY, none.ports)).toMatchObject({ kind: "stopped" });
    expect(none.performed).toEqual([]);
  });

  it("is reported in the issue in progress, not in one that was labelled later", async () => {
    const newer = { ...label, issue: 12, labelledAt: "2026-03-01T10:00:00Z" };
    const { ports, performed } = world({
      loaded: { kind: "loaded", head: HEAD, state: requested },
      seen: { requests: [label, newer], config: { status: "present", blob: HEAD, text: "nope: 1\n" } },
    });
    await reconcile(REPOSITORY, ports);
    expect(performed).toMatchObject([{ issue: REQUEST }]);
  });
});
