import { describe, expect, it } from "vitest";
import { byAge, idOf } from "../../../src/github/observe/database-id.js";
import { useForge } from "../../support/forge.js";
import { openedPull, useGitHubAdapter } from "../../support/github-adapter.js";
import { asked } from "../../support/graphql.js";

const local = useForge({ files: { "SPEC.md": "# A\n" } });
const { adapter, perform, observe } = useGitHubAdapter(local);

const keep = (head: string, title: string) => ({
  kind: "keep-check-run" as const,
  key: "gates",
  head,
  name: "gates",
  status: { kind: "in_progress" as const },
  title,
  summary: title,
  text: "",
  annotations: [],
  actions: [],
});

describe("a repository whose ids do not fit into 32 bits", () => {
  it("is observed by its id, which GraphQL does not tell", async () => {
    const question = `query ($owner: String!, $repo: String!) { repository(owner: $owner, name: $repo) { databaseId } }`;
    expect(await asked(local.as("admin"), question, local.at)).toEqual({ repository: { databaseId: null } });
    expect((await observe()).repository.id).toBe(adapter().repository.id);
    expect(adapter().repository.id).toBeGreaterThan(2 ** 31);
  });

  it("has comments with the ids that REST knows", async () => {
    const { rest } = local.as("admin");
    const { data: issue } = await rest.issues.create({ ...local.at, title: "one" });
    const at = { ...local.at, issue_number: issue.number };
    const { data: comment } = await rest.issues.createComment({ ...at, body: "hello" });
    const { comments } = await observe({ commentsSince: "2020-01-01T00:00:00Z" });
    expect(comments.map(({ id }) => id)).toEqual([comment.id]);
  });

  it("has check runs that are kept current", async () => {
    const { head } = await openedPull(local, { branch: "factory/checks" });
    expect(await perform(keep(head, "one"))).toBe(true);
    expect(await perform(keep(head, "two"))).toBe(true);
    const { pulls } = await observe({ branches: ["factory/checks"] });
    expect(pulls[0]?.checks.map(({ key }) => key)).toEqual(["gates"]);
    const { data } = await local.as("admin").rest.checks.listForRef({ ...local.at, ref: head });
    expect(data.check_runs.map(({ output }) => output.title)).toEqual(["two"]);
  });

  it("has check runs that are made and changed together without being looked for", async () => {
    const { head } = await openedPull(local, { branch: "factory/together" });
    await observe({ branches: ["factory/together"] });
    const { port, repository, requests } = adapter();
    const both = (title: string, isNew: boolean) =>
      ["gates", "review"].map((key) => ({ effect: { ...keep(head, title), key, name: key }, due: { isNew } }));
    await port.performTogether?.(repository, both("one", true));
    requests();
    expect(await port.performTogether?.(repository, both("two", false))).toEqual([true, true]);
    expect(requests()).toHaveLength(1);
    // Many lines are written in turns, by REST, which knows a run by its number alone.
    const annotations = Array.from({ length: 60 }, (_, line) => ({
      ...{ path: "a.txt", line: line + 1, level: "warning" as const },
      ...{ title: "here", message: "see" },
    }));
    expect(await perform({ ...keep(head, "three"), name: "gates", annotations })).toBe(true);
    const { data } = await local.as("admin").rest.checks.listForRef({ ...local.at, ref: head });
    expect(data.check_runs.map(({ output }) => output.title).toSorted()).toEqual(["three", "two"]);
  });
});

describe("an id of GraphQL", () => {
  it.each([
    [{ fullDatabaseId: "5000000001", databaseId: null }, 5_000_000_001],
    [{ fullDatabaseId: 7, databaseId: 7 }, 7],
    [{ databaseId: 9 }, 9],
    [{ fullDatabaseId: null, databaseId: null }, null],
  ])("in %j is %j", (shown, id) => {
    expect(idOf(shown)).toBe(id);
  });

  it("orders by age where it is known, and keeps GitHub's order where not", () => {
    const sorted = [{ databaseId: 2 }, { databaseId: 1 }].toSorted(byAge);
    expect(sorted.map(({ databaseId }) => databaseId)).toEqual([1, 2]);
    expect(byAge({ databaseId: null }, { databaseId: 1 })).toBe(0);
  });
});
