import type { FactoryState } from "../../engine/factory-state.js";
import { type Following, followState } from "../../sandbox/demo/follow-state.js";
import type { Person } from "../../sandbox/demo/person.js";
import { type Progress, progressOf, taskNews } from "../../sandbox/demo/progress.js";
import type { DemoScreen } from "./demo-screen.js";

/** A look that shows everything that happened since the last one, and answers with where things stand. */
export function showProgress(
  screen: Pick<DemoScreen, "show" | "tell">,
  person: Following & Pick<Person, "pullPage">,
): () => Promise<FactoryState | undefined> {
  const newStates = followState(person);
  let latest: FactoryState | undefined;
  let known: Progress | undefined;
  return async () => {
    const states = await newStates();
    latest = states.at(-1) ?? latest;
    // Nothing new is shown again, because the time goes on.
    const shown = states.length > 0 || latest === undefined ? states : [latest];
    for (const state of shown) {
      const progress = progressOf(state);
      const news = known === undefined ? [] : taskNews(known, progress, person.pullPage);
      known = progress;
      for (const line of news) screen.tell(line);
      screen.show(progress);
    }
    return latest;
  };
}
