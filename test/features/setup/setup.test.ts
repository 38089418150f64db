import { describe, expect, it } from "vitest";
import { Config } from "../../../src/domain/config/config.js";
import { setupBranch, upgradeBranch } from "../../../src/engine/branches.js";
import { decide } from "../../../src/engine/decide.js";
import type { FactoryState } from "../../../src/engine/factory-state.js";
import type { Observed, ObservedPull } from "../../../src/engine/observation.js";
import { observationQuery } from "../../../src/engine/observation-query.js";
import { newFactoryState } from "../../../src/features/request/new-state.js";
import { markerIn } from "../../../src/render/marker.js";
import { observed, person, pull } from "../../support/observed.js";
import { KIT } from "../../support/setup-kit.js";

const NOW = "2026-03-01T12:00:00Z";
const BARE: Partial<Observed> = {
  config: { status: "absent" },
  workflow: { status: "absent" },
  rootFiles: ["SPEC.md", "go.mod"],
};
const SET_UP: Partial<Observed> = { workflow: { status: "present", blob: "d".repeat(40), text: KIT.workflow } };
const label = {
  issue: 3,
  title: "Build it",
  body: "",
  labelledBy: person("ada"),
  labelledAt: "2026-03-01T09:00:00Z",
  changedSince: [],
  quick: false,
};

function decideOn(
  seen: Partial<Observed>,
  { state = null, setupKit = KIT as typeof KIT | null } = {} as {
    state?: FactoryState | null;
    setupKit?: typeof KIT | null;
  },
) {
  const config = Config.parse({});
  const input = {
    state,
    observed: observed(seen),
    config,
    files: new Map(),
    stateHead: null,
    given: [],
    now: NOW,
  };
  return decide({ ...input, setupKit });
}
const owedBy = (...args: Parameters<typeof decideOn>) => decideOn(...args).pending;
const setupPull = (overrides: Partial<ObservedPull> = {}) =>
  pull({ number: 1, branch: setupBranch("factory"), checks: [], ...overrides });
const state = newFactoryState(7, {
  issue: 3,
  title: "Build it",
  requester: "ada",
  lane: "full",
  requested_at: "2026-03-01T09:00:00Z",
});

describe("before consent", () => {
  it("one pull request is proposed, with a token for workflows, and nothing else", () => {
    const decision = decideOn({ ...BARE, requests: [label] });
    expect(decision).toMatchObject({ state: null, events: [], files: [] });
    expect(decision.pending).toMatchObject([
      {
        kind: "propose-files",
        branch: "factory/setup",
        title: "Set up Software Factory",
        writesWorkflows: true,
        files: [
          { path: ".github/workflows/factory-gates.yml", text: KIT.workflow },
          { path: ".factory/config.yml" },
          { path: ".factory/.gitattributes" },
        ],
      },
    ]);
  });

  it.each([
    ["all", "absent", 0],
    ["selected", "absent", 1],
    [null, "absent", 0],
    ["all", "unusable", 1],
  ] as const)(
    "in an installation on %s repositories with SPEC.md %s, %d are proposed",
    (installedOn, status, count) => {
      const spec = status === "absent" ? { status } : ({ status, why: "SPEC.md is empty", blob: null } as const);
      expect(owedBy({ ...BARE, installedOn, spec })).toHaveLength(count);
    },
  );

  it.each(["open", "closed", "merged"] as const)("a set-up pull request that is %s is never proposed again", (was) => {
    const kinds = owedBy({ ...BARE, pulls: [setupPull({ state: was, key: null })] }).map(({ kind }) => kind);
    expect(kinds).not.toContain("propose-files");
  });

  it.each(["archived", "fork"] as const)("a repository that is %s is left alone, whatever files it has", (what) => {
    const repository = { ...observed().repository, [what]: true };
    expect(owedBy({ ...BARE, repository, requests: [label] })).toEqual([]);
    expect(decideOn({ repository, requests: [label] })).toMatchObject({ events: [], pending: [] });
  });

  it("says what could stop it, once for each head of the open pull request", () => {
    const head = "e".repeat(40);
    const [examine, ...more] = owedBy({ ...BARE, pulls: [setupPull({ head })] });
    expect(examine).toEqual({ kind: "examine", key: "doctor-eeeeeeeeeeee", head });
    expect(more).toEqual([]);
    const checks = [{ key: "doctor-eeeeeeeeeeee", digest: null }];
    expect(owedBy({ ...BARE, pulls: [setupPull({ head, checks })] })).toEqual([]);
    expect(owedBy({ ...BARE, pulls: [setupPull({ head, state: "closed" })] })).toEqual([]);
  });

  const note = (...args: Parameters<typeof decideOn>) => {
    const said = owedBy(...args).filter(({ kind }) => kind === "keep-comment");
    return said.map((effect) => ("body" in effect ? [markerIn(effect.body), effect.body.split("\n")[1]] : []));
  };
  const asked = { ...BARE, requests: [label] };

  it.each([
    ["open", { ...asked, pulls: [setupPull()] }, "Merge the set-up pull request #1"],
    ["closed", { ...asked, pulls: [setupPull({ state: "closed" })] }, "#1 was closed"],
    [
      "merged, and the configuration gone",
      { ...asked, pulls: [setupPull({ state: "merged" })] },
      "not on the default branch any more",
    ],
    [
      "impossible without a commit",
      { ...asked, defaultHead: null, spec: { status: "absent" } as const },
      "no commit yet",
    ],
    [
      "only for repositories with a spec",
      { ...asked, installedOn: "all" as const, spec: { status: "absent" } as const },
      "Add `SPEC.md`",
    ],
  ])("whoever asks for work is told that the set-up is %s", (_what, seen, words) => {
    expect(note(seen)).toEqual([["setup-needed", expect.stringContaining(words)]]);
  });

  it("a requester is told when the App has nothing to propose", () => {
    expect(note(asked, { setupKit: null })).toEqual([["setup-needed", expect.stringContaining("ACTION_REF")]]);
  });

  it("only people who may ask are answered", () => {
    const readers = [
      { ...label, labelledBy: person("eve", "read") },
      { ...label, labelledBy: person("bot", null) },
    ];
    expect(note({ ...asked, requests: readers, pulls: [setupPull()] })).toEqual([]);
  });

  it("withdrawn consent stops a product in progress, and a job's result is reported", () => {
    const config = Config.parse({});
    const given = [{ kind: "spec-found", at: NOW, blob: "b".repeat(40) }] as const;
    const seen = observed({ ...asked, pulls: [setupPull({ state: "merged" })] });
    const input = {
      state,
      observed: seen,
      config,
      files: new Map(),
      stateHead: null,
      given,
      now: NOW,
      setupKit: KIT,
    };
    const decision = decide(input);
    expect(decision).toMatchObject({ state, events: [], refused: [{ refusal: { code: "no-consent" } }] });
    expect(decision.pending.map(({ kind }) => kind)).toEqual(["keep-comment"]);
  });
});

describe("after consent", () => {
  it("no effect is pending while everything is in place", () => {
    expect(owedBy(SET_UP)).toEqual([]);
  });

  it("labels that do not exist are created, and only ours", () => {
    expect(owedBy({ ...SET_UP, missingLabels: ["factory:quick", "somebody's"] })).toEqual([
      {
        kind: "create-labels",
        key: "labels",
        labels: [
          { name: "factory:quick", color: "58a6ff", description: "Software Factory: make one task of this issue" },
        ],
      },
    ]);
  });

  it.each([
    ["Install", { status: "absent" }],
    ["Upgrade", { status: "present", blob: "d".repeat(40), text: "name: Old\n" }],
    ["Upgrade", { status: "unusable", why: "it is binary", blob: null }],
  ] as const)("%s the workflow when it is %j", (word, workflow) => {
    expect(owedBy({ workflow })).toMatchObject([
      {
        kind: "propose-files",
        branch: upgradeBranch("factory", KIT.workflow),
        title: `${word} the gates workflow`,
        writesWorkflows: true,
        files: [{ path: ".github/workflows/factory-gates.yml", text: KIT.workflow }],
      },
    ]);
  });

  it("line ends are no difference", () => {
    const text = KIT.workflow.replaceAll("\n", "\r\n");
    expect(owedBy({ workflow: { status: "present", blob: "d".repeat(40), text } })).toEqual([]);
  });

  it.each(["open", "closed", "merged"] as const)("the same upgrade is not proposed again when it is %s", (was) => {
    const branch = upgradeBranch("factory", KIT.workflow);
    expect(owedBy({ workflow: { status: "absent" }, pulls: [pull({ number: 9, branch, state: was })] })).toEqual([]);
  });

  it("no upgrade is proposed beside an open set-up pull request, which brings the workflow", () => {
    expect(owedBy({ workflow: { status: "absent" }, pulls: [setupPull()] })).toEqual([]);
  });

  it("each version of the workflow has a branch of its own, which is looked for", () => {
    expect(upgradeBranch("factory", "a")).not.toBe(upgradeBranch("factory", "b"));
    expect(observationQuery(null, Config.parse({}), KIT).branches).toContain(upgradeBranch("factory", KIT.workflow));
  });
});
