/** Alarms that fire when a test fires them. */
import type { WaitingJob } from "../../src/server/coordination/in-process-jobs.js";
import { type Alarm, createReconcileAgain } from "../../src/server/coordination/reconcile-again.js";
import { NOW } from "./loop.js";

export type HeldAlarm = { readonly ms: number; readonly ring: () => void; cancelled: boolean };

export function heldAlarms(): { readonly alarm: Alarm; readonly alarms: HeldAlarm[] } {
  const alarms: HeldAlarm[] = [];
  const alarm: Alarm = {
    set(ms, ring) {
      const set: HeldAlarm = { ms, ring, cancelled: false };
      alarms.push(set);
      return {
        cancel: () => {
          set.cancelled = true;
        },
      };
    },
  };
  return { alarm, alarms };
}

/** Records the jobs that were postponed, and the ones that were checked again. */
export function jobAlarms() {
  const { alarm, alarms } = heldAlarms();
  const looked: string[] = [];
  const later = createReconcileAgain<WaitingJob>({
    trigger: ({ key }) => looked.push(key),
    keyOf: ({ repository, key }) => `${repository.id}/${key}`,
    now: () => Date.parse(NOW),
    alarm,
  });
  return { later, alarms, looked };
}
