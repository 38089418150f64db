import type { Confinement } from "../../gates/run/confine.js";
import { inspectProduct } from "../../sandbox/demo/built-product.js";
import { openPerson } from "../../sandbox/demo/person.js";
import { REAL_SCRIPT, RECORDED_SCRIPT } from "../../sandbox/demo/script.js";
import { playStory } from "../../sandbox/demo/story.js";
import { untilAnswered } from "../../sandbox/demo/until-answered.js";
import type { Sandbox } from "../../sandbox/start-sandbox.js";
import { fitTerminal } from "../fit-terminal.js";
import { roomFor } from "../help.js";
import type { Paint } from "../paint.js";
import { watch } from "../status/watch.js";
import { nextSteps } from "./demo-next-steps.js";
import type { DemoRequest } from "./demo-options.js";
import type { DemoScreen } from "./demo-screen.js";
import { demoSummary } from "./demo-summary.js";
import { questionPrompt } from "./question-prompt.js";
import { showProgress } from "./show-progress.js";

/** The user decides, instead of the script. */
export type HandedOver = {
  readonly page: string;
  /** Waits until the App's response to the user's command was shown. */
  readonly answered: () => Promise<void>;
};

type Stage = {
  readonly screen: DemoScreen;
  readonly paint: Paint;
  readonly handOver: (decision: HandedOver) => void;
  /** For tests that inspect the product. */
  readonly confinement: Confinement;
};

/** Shows the events while the product is built, and inspects the product at the end. A missing part is a failure. */
export async function playDemo(sandbox: Sandbox, request: DemoRequest, stage: Stage): Promise<void> {
  const { forge, pageUrl } = sandbox;
  const { screen, paint, handOver, confinement } = stage;
  const { owner, repo } = forge.repo;
  const began = Date.now();
  const person = openPerson(forge);
  const show = showProgress(screen, person, sandbox.app.calls);
  const watching = watch(show);
  const heard = new Set<string>();
  const showQuestion = questionPrompt({
    screen,
    paint,
    person,
    pageOf: person.pullPage,
    keyboard: process.stdin.isTTY === true && process.stdout.isTTY === true ? process.stdin : undefined,
    failed: (error) => screen.print(paint.bad(String(error))),
  });
  try {
    screen.print(`Follow it in a browser: ${pageUrl.repository(owner, repo)}`);
    const story = playStory({
      person,
      print: screen.print,
      onAnswer: ({ key, place, words }) => {
        screen.print(`The factory answers in #${place}: ${words}`);
        heard.add(key);
      },
      script: request.model === "recorded" ? RECORDED_SCRIPT : REAL_SCRIPT,
      leaveHalts: request.decide,
      showQuestion: (asked, suggestion) => {
        const { place } = asked;
        if (request.decide)
          handOver({ page: person.pullPage(place), answered: () => untilAnswered(person, place, heard) });
        return showQuestion(asked, suggestion);
      },
    });
    const ending = await Promise.race([story, watching.failed]);
    await watching.stop();
    await show();
    screen.rest();
    screen.print(`Released as ${ending.tag}: ${pageUrl.releases(owner, repo)}`);
    const product = await inspectProduct(forge, { token: forge.users.admin.token, confinement });
    const state = await person.state();
    if (state === undefined) throw new Error("the state branch is gone");
    const seconds = Math.round((Date.now() - began) / 1000);
    const facts = {
      ending,
      product,
      spent: state.spent,
      pulls: (await person.pulls()).length,
      elapsed: seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`,
      model: request.model === "recorded" ? "a recorded model" : "a real model",
    };
    const out = process.stdout;
    out.write(fitTerminal(demoSummary(facts, paint), out));
    out.write(nextSteps(request, roomFor(out)));
  } finally {
    await watching.stop();
  }
}
