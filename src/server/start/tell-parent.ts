import type { LiveCall } from "../../engine/live-call.js";

const EACH_MS = 1_000;

/** Tells the process that started this one, such as the demo, what models are doing; nothing while they do nothing. */
export function tellParent(calls: () => readonly LiveCall[]): void {
  if (process.send === undefined) return;
  let wasTold = false;
  const timer = setInterval(() => {
    const now = calls();
    if (now.length > 0 || wasTold) process.send?.({ calls: now });
    wasTold = now.length > 0;
  }, EACH_MS);
  timer.unref();
}
