import type { QueueFacts } from "../operation/metrics.js";
import { type Readiness, readiness } from "../operation/readiness.js";
import type { WorkBoard } from "../operation/work-board.js";
import type { Waiting } from "./await-outside.js";
import type { Opened } from "./start-loop.js";

/** The progress of the start, for probes. */
export type Status = {
  /** Deliveries can be taken. */
  opened(opened: Opened): void;
  /** The start is complete. */
  started(): void;
  takesDeliveries(): boolean;
  queue(): Promise<QueueFacts>;
  ready(): Promise<Readiness>;
};

export function createAppStatus({
  troubles,
  signal,
  reconciles,
}: Waiting & { readonly reconciles: WorkBoard }): Status {
  const now: { opened?: Opened; started: boolean } = { started: false };
  const waiting = () => {
    const words = troubles.words();
    return words.length > 0 || now.started ? words : ["the App is starting"];
  };
  return {
    opened(opened) {
      now.opened = opened;
    },
    started() {
      now.started = true;
    },
    takesDeliveries: () => now.opened !== undefined,
    async queue() {
      const { waiting = 0, setAside = 0 } = (await now.opened?.work.facts()) ?? {};
      return { waiting, setAside, running: reconciles.count() };
    },
    async ready() {
      const { opened } = now;
      return readiness({
        // During the start GitHub's answer is among the awaited things.
        gitHub: opened !== undefined && now.started ? await opened.reach() : { ok: true },
        oldestReconcileSeconds: reconciles.oldestSeconds(),
        stopping: signal.aborted,
        queue: [...waiting(), ...((await opened?.work.problems()) ?? [])],
      });
    },
  };
}
