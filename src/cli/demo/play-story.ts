import type { Confinement } from "../../gates/run/confine.js";
import { inspectProduct } from "../../sandbox/demo/built-product.js";
import { openPerson } from "../../sandbox/demo/person.js";
import { dollars } from "../../sandbox/demo/progress.js";
import { playRecorded } from "../../sandbox/recorded-story/play-recorded.js";
import type { RecordedStory } from "../../sandbox/recorded-story/read-story.js";
import type { Sandbox } from "../../sandbox/start-sandbox.js";
import { fitTerminal } from "../fit-terminal.js";
import { roomFor } from "../help.js";
import type { Paint } from "../paint.js";
import { watch } from "../status/watch.js";
import { nextSteps } from "./demo-next-steps.js";
import type { DemoRequest } from "./demo-options.js";
import type { DemoScreen } from "./demo-screen.js";
import { demoSummary } from "./demo-summary.js";
import { otherQuestions } from "./other-questions.js";
import { showProgress } from "./show-progress.js";

type Stage = {
  readonly screen: DemoScreen;
  readonly paint: Paint;
  readonly confinement: Confinement;
  /** The questions that differ from the recorded ones, so far. */
  readonly differing: ReadonlyMap<string, readonly string[]>;
};

/** Plays a recorded story, inspects its product if it was released, and counts the questions that differ. */
export async function playStoryDemo(
  sandbox: Sandbox,
  request: DemoRequest & { readonly story: RecordedStory },
  { screen, paint, confinement, differing }: Stage,
): Promise<void> {
  const { forge, pageUrl } = sandbox;
  const { owner, repo } = forge.repo;
  const began = Date.now();
  const person = openPerson(forge);
  const show = showProgress(screen, person, sandbox.app.calls);
  const watching = watch(show);
  const out = process.stdout;
  try {
    screen.print(`Follow it in a browser: ${pageUrl.repository(owner, repo)}`);
    const { story } = request.story;
    const ending = await Promise.race([playRecorded({ person, story, print: screen.print }), watching.failed]);
    await watching.stop();
    await show();
    screen.rest();
    const state = await person.state();
    if (state === undefined) throw new Error("the state branch is gone");
    const { tag, decisions } = ending;
    if (tag === null) {
      screen.print("The recorded story ends here, without a release");
      out.write(`\n${dollars(state)} at list price.\n`);
    } else {
      screen.print(`Released as ${tag}: ${pageUrl.releases(owner, repo)}`);
      const minutes = Math.round((Date.now() - began) / 60_000);
      const facts = {
        ending: { tag, decisions },
        product: await inspectProduct(forge, { token: forge.users.admin.token, confinement }),
        spent: state.spent,
        pulls: (await person.pulls()).length,
        elapsed: minutes < 2 ? `${Math.round((Date.now() - began) / 1000)} seconds` : `${minutes} minutes`,
        model: "a recorded model",
      };
      out.write(fitTerminal(demoSummary(facts, paint), out));
    }
    out.write(fitTerminal(`${story.about}\n${otherQuestions(differing)}`, out));
    out.write(nextSteps(request, roomFor(out)));
  } finally {
    await watching.stop();
  }
}
