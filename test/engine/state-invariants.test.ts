import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { EVENTS_PATH, STATE_PATH } from "../../src/domain/gates/state-paths.js";
import { FactoryState } from "../../src/engine/factory-state.js";
import { readYaml, writeYaml } from "../../src/yaml/yaml.js";
import { planning } from "../support/loop.js";
import { history } from "../support/state-history.js";
import { brokenInvariants, losses } from "../support/state-invariants.js";
import { createTempRepository, type TempRepository } from "../support/temp-repository.js";

type Tasks = NonNullable<FactoryState["project"]>["tasks"];

const read = (since: string, seen: number[]): FactoryState => ({ ...planning, inbox: { since, seen, pending: [] } });
const before = read("2026-03-01T12:00:00Z", [1, 2]);

describe("the check of what a state commit may not lose", () => {
  it.each<[string, FactoryState, string[]]>([
    ["nothing", before, []],
    ["nothing when it reads one more", read("2026-03-01T12:00:00Z", [1, 2, 3]), []],
    ["nothing when it reads a later one", read("2026-03-01T12:00:01Z", [3]), []],
    ["a comment of the cursor's second", read("2026-03-01T12:00:00Z", [2]), ["comment 1 would be read again"]],
    ["the cursor", read("2026-03-01T11:59:59Z", [1, 2]), ["comments that were read would be read again"]],
    [
      "its tasks",
      { ...before, project: planning.project && { ...planning.project, tasks: {} } },
      Object.keys(planning.project?.tasks ?? {}).map((id) => `${id} is gone`),
    ],
  ])("detects %s", (_, after, lost) => {
    expect(losses(before, after)).toEqual(lost);
  });
});

describe("the check of the state branch's history", () => {
  const made: TempRepository[] = [];
  afterAll(() => {
    for (const repository of made) repository.remove();
  });

  /** The history that the loop would have made, with one commit of it changed manually. */
  function told(change: (files: Record<string, string>, index: number) => Record<string, string>) {
    const repository = createTempRepository();
    made.push(repository);
    const commits = history().map(({ files, subject }, index) =>
      repository.commit(change(Object.fromEntries(files), index), subject),
    );
    return brokenInvariants(join(repository.folder, ".git"), commits.at(-1) ?? "");
  }
  /** The state of one commit, as another would have it. */
  const withState =
    (at: number, other: (state: FactoryState) => FactoryState) => (files: Record<string, string>, index: number) => {
      if (index !== at) return files;
      const read = readYaml(STATE_PATH, files[STATE_PATH] ?? "", FactoryState);
      if (!read.ok) throw new Error(read.refusal.message);
      return { ...files, [STATE_PATH]: writeYaml(other(read.value), FactoryState) };
    };
  const withTasks = (other: (task: Tasks[string]) => Tasks[string]) => (state: FactoryState) => ({
    ...state,
    project: state.project && {
      ...state.project,
      tasks: Object.fromEntries(Object.entries(state.project.tasks).map(([id, task]) => [id, other(task)])),
    },
  });
  const LAST = history().length - 1;

  it("accepts everything that the loop itself writes", async () => {
    expect(await told((files) => files)).toEqual({ commits: history().length, broken: [] });
  });

  it.each<[string, Parameters<typeof told>[0], RegExp]>([
    [
      "a state that cannot be read",
      (files, index) => (index === LAST ? { ...files, [STATE_PATH]: "schema_version: 999\n" } : files),
      /^factory: project-updated: .*state\.yml/,
    ],
    [
      "a state that contradicts itself",
      withState(
        LAST,
        withTasks((task) => ({ ...task, status: "BLOCKED" })),
      ),
      /^factory: project-updated: (?!its intents)/,
    ],
    [
      "a task that is gone",
      withState(LAST, (state) => ({ ...state, project: null })),
      /^factory: project-updated: T-.* is gone$/,
    ],
    [
      "a state that its intents do not lead to",
      withState(2, (state) => ({ ...state, inbox: { ...state.inbox, since: "2027-01-01T00:00:00Z" } })),
      /^factory: spec-shown: its intents do not lead to its state$/,
    ],
    [
      "intents that nobody can read",
      (files, index) => (index === 1 ? { ...files, [EVENTS_PATH]: "- kind: nonsense\n" } : files),
      /^factory: spec-drafted: its intents do not lead to its state$/,
    ],
  ])("detects: %s", async (_what, change, line) => {
    const { broken } = await told(change);
    expect(broken).toContainEqual(expect.stringMatching(line));
  });
});
