import { bare } from "../../../commands/arguments/take-words.js";
import { type CommandResult, defineCommand, type Given } from "../../../commands/define-command.js";
import { checkFresh } from "../../../commands/staleness.js";
import { accept, type Outcome, refuse } from "../../../domain/refusal.js";
import type { Situation } from "../../../engine/situation.js";
import { shownSpecPull } from "../spec-proposal.js";

const usage = "/factory approve";

export const approve = defineCommand({
  verb: "approve",
  usage,
  where: "spec pull request",
  summary: "Accept the spec as it is shown.",
  effect: "The project is set up and the first task starts. Approving the pull request on GitHub does the same.",
  example: usage,
  parse: bare(usage),
  run: approveShown,
});

/** An approval is for what its author saw: the spec must not have changed since the comment. */
function approveShown(situation: Situation, _: object, { comment }: Given): Outcome<CommandResult> {
  const { state, now } = situation;
  const { product } = state;
  if (product?.phase !== "awaiting-approval") return refuse("no-draft", "There is no spec to approve.");
  const pull = shownSpecPull(situation);
  if (pull?.state === "closed") {
    const again = "reopen it and approve again, or say `/factory amend <feedback>` to get a new one";
    return refuse("spec-closed", `#${pull.number}, which shows the spec, was closed: ${again}.`);
  }
  const current = { digest: product.spec_digest, changedAt: product.shown_at };
  const fresh = checkFresh("spec", { at: comment.createdAt, digest: null }, current);
  if (!fresh.ok) return fresh;
  return accept({
    events: [{ kind: "spec-approved", at: now, by: comment.author.login, spec_digest: product.spec_digest }],
    answer: "Approved. The spec is being merged; then the first task starts.",
  });
}
