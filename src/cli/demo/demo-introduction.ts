import type { DemoRequest } from "./demo-options.js";

/** The opening text: what will happen, with which model, and who decides. */
export function introduction({ model, decide, story }: Pick<DemoRequest, "model" | "decide" | "story">): string {
  if (story !== undefined) return storyIntroduction(story.story.about);
  return model === "recorded" ? [RECORDED, decide ? DECIDE : ALONE].join("\n") : REAL;
}

const RECORDED = `From SPEC.md to a release, on this machine: the real App, a local GitHub with
real git and a real Actions runner, and a recorded model, which repeats answers
that were written by hand for this SPEC.md: they show what the App does with
answers, not what a model can do. No account, no key, no network.

A person amends and approves the spec. Four tasks follow, each a pull request:
plan, contract and failing tests, code, gates, a challenger and an arbiter. One
is revised, one is amended, one halts and asks. Then everything is released, and
the product's own tests run in a fresh clone. It takes a minute or two; Ctrl-C
ends it at any time.
`;

const ALONE = `The person's part is played, too. With \`npx factory demo --decide\` the decision
about the halt is yours.
`;

const DECIDE = `The decision about the halt is yours: it waits for you, here and on its page.
The recorded model knows what follows from one answer only, which is shown with
the card. With another one you see what the App answers, and the story ends.
`;

const REAL = `From SPEC.md to a release, on this machine: the real App, a local GitHub with
real git and a real Actions runner, and a real model. A person amends and
approves the spec; then come the tasks, each a pull request: plan, contract and
failing tests, code, gates, a challenger and an arbiter. Where it halts, and
whether it does, nobody knows beforehand: it shows the card and waits for you,
here and on its page. Ctrl-C ends it at any time.
`;

/** What a recorded story is, in the words of its recording. */
function storyIntroduction(about: string): string {
  return `From SPEC.md to its end, on this machine: the real App, a local GitHub with
real git and a real Actions runner, and a recorded model. No account, no key, no
network.

${about}

The person's part is played as it was recorded, too. Ctrl-C ends it at any time.
`;
}
