import { expect, it } from "vitest";
import { removeDuplicates } from "../../../src/features/inbox/remove-duplicates.js";
import { hiddenMarker } from "../../../src/render/marker.js";
import { useForge } from "../../support/forge.js";
import { useGitHubAdapter } from "../../support/github-adapter.js";

const local = useForge({ files: { "SPEC.md": "# Notes\n" } });
const { perform, observe } = useGitHubAdapter(local);

it("the effect remove-comment removes a duplicate once, and keeps a copy by another account", async () => {
  const body = `${hiddenMarker("status")}\nall is well`;
  const { data: issue } = await local.as("admin").rest.issues.create({ ...local.at, title: "Status" });
  const at = { ...local.at, issue_number: issue.number };
  const bot = await local.bot();
  const first = await bot.rest.issues.createComment({ ...at, body });
  const copied = await local.as("write").rest.issues.createComment({ ...at, body });
  await bot.rest.issues.createComment({ ...at, body });
  const pending = removeDuplicates(await observe({ commentsSince: "2020-01-01T00:00:00Z" }));
  expect(pending).toHaveLength(1);
  for (const effect of pending) {
    if (effect.kind !== "remove-comment") throw new Error(`${effect.kind} was owed`);
    expect(await perform(effect)).toBe(true);
    expect(await perform(effect)).toBe(false);
  }
  const { data: left } = await local.as("read").rest.issues.listComments(at);
  expect(left.map(({ id }) => id)).toEqual([first.data.id, copied.data.id]);
});
