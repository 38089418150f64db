import { expect, it } from "vitest";
import { useForge } from "../../support/forge.js";
import { useGitHubAdapter } from "../../support/github-adapter.js";

const local = useForge({ files: { "SPEC.md": "# A\n" } });
const { perform } = useGitHubAdapter(local);

it("the effect react acknowledges a comment once, and ignores a deleted one", async () => {
  const { rest } = local.as("write");
  const issue = await rest.issues.create({ ...local.at, title: "Talk" });
  const comment = await rest.issues.createComment({ ...local.at, issue_number: issue.data.number, body: "Hello" });
  const effect = { kind: "react", key: "react-1", comment: comment.data.id, content: "+1" } as const;
  expect(await perform(effect)).toBe(true);
  expect(await perform(effect)).toBe(false);
  await rest.issues.deleteComment({ ...local.at, comment_id: comment.data.id });
  expect(await perform(effect)).toBe(false);
});
