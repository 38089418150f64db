import { describe, expect, it } from "vitest";
import { EVENTS_PATH, STATE_PATH } from "../../src/domain/gates/state-paths.js";
import { DRAFT_PATH } from "../../src/features/spec/draft-paths.js";
import { replay } from "../../src/replay/replay.js";
import type { HistoryCommit } from "../../src/replay/replay-commit.js";
import { FIRST_TASK, history } from "../support/state-history.js";

const commits = history();

/** The history with one file of one commit changed. */
function tampered(index: number, path: string, change: (text: string) => string | undefined): HistoryCommit[] {
  return commits.map((commit, position) => {
    if (position !== index) return commit;
    const files = new Map(commit.files);
    const text = change(files.get(path) ?? "");
    if (text === undefined) files.delete(path);
    else files.set(path, text);
    return { ...commit, files };
  });
}

const results = async (given: readonly HistoryCommit[]) => (await replay(given)).commits.map(({ result }) => result);

describe("replaying a state branch", () => {
  it("comes to the same state at every commit, the project's start included", async () => {
    const result = await replay(commits);
    expect(result).toMatchObject({ reproduced: true, head: "5".repeat(40), events: 8 });
    expect(result.commits.map(({ events }) => events)).toEqual([
      ["product-requested", "spec-found"],
      ["spec-drafted"],
      ["spec-shown"],
      ["spec-approved"],
      ["project-started", "project-updated (task-started)"],
      ["project-updated (pull-request-opened)"],
    ]);
  });

  it("does not take an empty history for a reproduced one", async () => {
    expect(await replay([])).toEqual({ reproduced: false, head: null, events: 0, commits: [] });
  });

  it("names the changed commit and field, and judges the next ones from what is stored", async () => {
    const changed = tampered(5, STATE_PATH, (text) => text.replace("pull_request: 5", "pull_request: 6"));
    const { commits: replayed, reproduced } = await replay(changed);
    expect(reproduced).toBe(false);
    expect(replayed.slice(0, 5).every(({ result }) => result === "reproduced")).toBe(true);
    expect(replayed[5]).toMatchObject({
      result: "differs",
      differences: [`project.tasks.${FIRST_TASK}.pull_request`],
    });
  });

  it("counts one fault once: what follows from the changed state is reproduced", async () => {
    const story = tampered(0, STATE_PATH, (text) => text.replace("title: Build it", "title: Build that"));
    const rest = Array.from({ length: 4 }, () => "reproduced" as const);
    expect(await results(story)).toEqual(["differs", "differs", ...rest]); // changed, and changed back
    const mended = story.map((commit, index) =>
      index === 0
        ? commit
        : {
            ...commit,
            files: new Map(
              [...commit.files].map(([path, text]) => [path, text.replace("title: Build it", "title: Build that")]),
            ),
          },
    );
    expect(await results(mended)).toEqual(["differs", "reproduced", ...rest]);
  });

  it("says which intent could not have happened", async () => {
    const forged = tampered(3, EVENTS_PATH, (text) =>
      text.replace(/spec_digest: .*/, `spec_digest: ${"ab".repeat(32)}`),
    );
    expect((await replay(forged)).commits[3]).toMatchObject({
      result: "refused",
      event: "spec-approved",
      refusal: { code: "stale-approval" },
    });
  });

  const text = (value: string | undefined) => (): string | undefined => value;

  it.each([
    ["the state is gone", 2, STATE_PATH, text(undefined), "unreadable", "missing"],
    ["the state is no YAML", 2, STATE_PATH, text("a: ["), "unreadable", "yaml-invalid"],
    ["the intents are gone", 2, EVENTS_PATH, text(undefined), "unreadable", "missing"],
    ["there are no intents", 2, EVENTS_PATH, text("[]\n"), "unreadable", "yaml-invalid"],
    ["an intent is of no known kind", 2, EVENTS_PATH, text("- kind: guessed\n"), "unreadable", "yaml-invalid"],
    ["the approved draft is gone", 4, DRAFT_PATH, text(undefined), "refused", "missing"],
  ] as const)("says so when %s", async (_what, index, path, change, result, code) => {
    const { commits: replayed, reproduced } = await replay(tampered(index, path, change));
    expect(reproduced).toBe(false);
    expect(replayed[index]).toMatchObject({ result, refusal: { code } });
  });

  it("computes the project again from the draft: another draft gives another project", async () => {
    const other = tampered(4, DRAFT_PATH, (text) => text.replace("Find a note", "Lose a note"));
    const [, , , , started] = (await replay(other)).commits;
    expect(started?.result).toBe("differs");
  });
});
