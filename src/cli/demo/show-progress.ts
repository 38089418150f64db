import type { FactoryState } from "../../engine/factory-state.js";
import type { LiveCall } from "../../engine/live-call.js";
import { type Following, followState } from "../../sandbox/demo/follow-state.js";
import type { Person } from "../../sandbox/demo/person.js";
import { type Progress, progressOf, taskNews } from "../../sandbox/demo/progress.js";
import type { DemoScreen } from "./demo-screen.js";

/** A function that shows the events since its last call, and returns the current state. */
export function showProgress(
  screen: Pick<DemoScreen, "show" | "print">,
  person: Following & Pick<Person, "pullPage">,
  calls: () => readonly LiveCall[] = () => [],
): () => Promise<FactoryState | undefined> {
  const newStates = followState(person);
  let latest: FactoryState | undefined;
  let known: Progress | undefined;
  return async () => {
    const states = await newStates();
    latest = states.at(-1) ?? latest;
    // Elapsed time alone is no reason to show a line again.
    const shown = states.length > 0 || latest === undefined ? states : [latest];
    for (const state of shown) {
      const progress = progressOf(state);
      const news = known === undefined ? [] : taskNews(known, progress, person.pullPage);
      known = progress;
      for (const line of news) screen.print(line);
      screen.show(progress, calls());
    }
    return latest;
  };
}
