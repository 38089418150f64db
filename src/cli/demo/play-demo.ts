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
import { attendant } from "./demo-attendant.js";
import { nextSteps } from "./demo-next-steps.js";
import type { DemoRequest } from "./demo-options.js";
import type { DemoScreen } from "./demo-screen.js";
import { demoSummary } from "./demo-summary.js";
import { showProgress } from "./show-progress.js";

/** Somebody decides for themselves. */
export type HandedOver = {
  readonly page: string;
  /** Waits until what the App said to their command was shown. */
  readonly answered: () => Promise<void>;
};

type Stage = {
  readonly screen: DemoScreen;
  readonly paint: Paint;
  readonly handOver: (decision: HandedOver) => void;
  /** For the tests of what was built. */
  readonly confinement: Confinement;
};

/** The story is told as it happens; what was built is inspected at the end. Anything missing is a failure. */
export async function playDemo(sandbox: Sandbox, request: DemoRequest, stage: Stage): Promise<void> {
  const { forge, pageUrl } = sandbox;
  const { screen, paint, handOver, confinement } = stage;
  const { owner, repo } = forge.repo;
  const began = Date.now();
  const person = openPerson(forge);
  const look = showProgress(screen, person);
  const watching = watch(look);
  const heard = new Set<string>();
  const attend = attendant({
    screen,
    paint,
    person,
    pageOf: person.pullPage,
    keyboard: process.stdin.isTTY === true && process.stdout.isTTY === true ? process.stdin : undefined,
    failed: (error) => screen.tell(paint.bad(String(error))),
  });
  try {
    screen.tell(`Follow it in a browser: ${pageUrl.repository(owner, repo)}`);
    const story = playStory({
      person,
      tell: screen.tell,
      hear: ({ key, place, words }) => {
        screen.tell(`The factory answers in #${place}: ${words}`);
        heard.add(key);
      },
      script: request.model === "recorded" ? RECORDED_SCRIPT : REAL_SCRIPT,
      leaveHalts: request.decide,
      attend: (asked, suggestion) => {
        const { place } = asked;
        if (request.decide)
          handOver({ page: person.pullPage(place), answered: () => untilAnswered(person, place, heard) });
        return attend(asked, suggestion);
      },
    });
    const ending = await Promise.race([story, watching.failed]);
    await watching.stop();
    await look();
    screen.rest();
    screen.tell(`Released as ${ending.tag}: ${pageUrl.releases(owner, repo)}`);
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
