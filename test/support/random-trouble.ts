/** Trouble from a seed: errors of GitHub, faults of deliveries, and deaths of the App. */
import fc from "fast-check";
import { FaultPlan } from "../../src/sandbox/faults/fault-plan.js";
import { faultInterceptor } from "../../src/sandbox/faults/install-faults.js";
import type { Forge } from "../../src/sandbox/forge/forge.js";
import type { InterceptedRequest, Interceptor } from "../../src/sandbox/forge/http/interceptors.js";
import type { Doing, Moment, Strike } from "./crashing-app.js";

/** The trouble of one run. The plan's seed decides by call; deaths by the number of the write or read. */
export type Trouble = {
  readonly plan: FaultPlan & { readonly seed: number };
  readonly deaths: readonly { readonly gap: number; readonly moment: Moment; readonly doing: Doing }[];
};

/**
 * Writes fail more often than reads: a failed read is repeated, but after a failed write the App must check what
 * happened.
 */
const WRITES = ["POST /repos/**", "PATCH /repos/**", "PUT /repos/**", "POST /graphql"] as const;
const READS = ["GET /repos/**", "POST /graphql"] as const;

const chance = fc.constantFrom(0.02, 0.05, 0.1).map((share) => ({ chance: share }));
/** A story calls few routes often, so faults come at early calls. */
const early = fc
  .uniqueArray(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 4 })
  .map((calls) => ({ calls }));
const occasion = fc.oneof(chance, early);

const answer = fc.constantFrom(401, 403, 404, 409, 422, 500, 502).map((status) => ({ kind: "answer", status }));
/** Without 404: for a read, 404 is an answer and not a failure. */
const unread = fc.constantFrom(401, 403, 500, 502).map((status) => ({ kind: "answer", status }));
const limit = fc
  .record({ limit: fc.constantFrom("primary", "secondary"), status: fc.constantFrom(403, 429) })
  .map((told) => ({ kind: "rate_limit", wait_seconds: 1, ...told }));
const lostAnswer = fc.constant({ kind: "do_then_time_out", after_ms: 5 });
const lag = fc.constantFrom(0.3, 1, 3).map((seconds) => ({ kind: "stale_read", seconds }));
const expiry = fc.constant({ kind: "expire_token" });

const onWrite = fc.record({
  route: fc.constantFrom(...WRITES),
  when: occasion,
  fault: fc.oneof(answer, limit, lostAnswer, lostAnswer, expiry),
});
const onRead = fc.record({
  route: fc.constantFrom(...READS),
  when: occasion,
  fault: fc.oneof(limit, lag, lag, expiry, unread),
});
const onDelivery = fc.record({
  event: fc.constantFrom("*", "pull_request", "workflow_run", "issues", "issue_comment", "check_run"),
  when: fc.oneof(
    fc.constantFrom(0.2, 0.5, 1).map((share) => ({ chance: share })),
    early,
  ),
  fault: fc.oneof(
    fc.constant({ kind: "drop" }),
    fc.integer({ min: 1, max: 3 }).map((times) => ({ kind: "repeat", times })),
    fc.constant({ kind: "delay", ms: 700 }),
    fc.integer({ min: 1, max: 6 }).map((window) => ({ kind: "shuffle", window })),
  ),
});

/** At least six requests lie between deaths. Otherwise a step with several requests would never end. */
const death = fc.record({
  gap: fc.integer({ min: 6, max: 40 }),
  moment: fc.constantFrom<Moment[]>("before", "after"),
  doing: fc.constantFrom<Doing[]>("write", "write", "read"),
});

export const trouble: fc.Arbitrary<Trouble> = fc.record({
  plan: fc
    .record({
      seed: fc.nat({ max: 4_294_967_295 }),
      requests: fc.tuple(
        fc.array(onWrite, { minLength: 1, maxLength: 4 }),
        fc.array(onRead, { minLength: 1, maxLength: 3 }),
      ),
      deliveries: fc.array(onDelivery, { maxLength: 3 }),
    })
    .map(({ requests, ...rest }) => ({ ...FaultPlan.parse({ ...rest, requests: requests.flat() }), seed: rest.seed })),
  deaths: fc.array(death, { maxLength: 4 }),
});

/** The trouble of a seed. The seed alone reproduces a failure. */
export function troubleOf(seed: number): Trouble {
  const [drawn] = fc.sample(trouble, { seed, numRuns: 1 });
  if (drawn === undefined) throw new Error("nothing was drawn");
  return drawn;
}

/** When the App dies of a write or of a read. */
export function strikeOf({ deaths }: Trouble, doing: Doing): Strike {
  const moments = new Map<number, Moment>();
  let request = 0;
  for (const death of deaths.filter((one) => one.doing === doing)) {
    request += death.gap;
    moments.set(request, death.moment);
  }
  return (number) => moments.get(number) ?? null;
}

/**
 * Only the App's requests fail, because the people of the story are not under test. Returns a function that ends the
 * trouble, and the faults that happened.
 */
export function makeTrouble(forge: Forge, { plan }: Trouble): { end(): void; readonly struck: readonly string[] } {
  const struck: string[] = [];
  const faults = faultInterceptor(plan, {
    seed: plan.seed,
    clock: Date.now,
    log: (line) => struck.push(line),
  });
  const ofApp: Interceptor = {
    ...faults,
    beforeRequest: (request) => (isOfApp(request) ? (faults.beforeRequest?.(request) ?? PASS) : PASS),
    afterRequest: (request, reply) => (isOfApp(request) ? (faults.afterRequest?.(request, reply) ?? PASS) : PASS),
  };
  return { end: forge.intercept(ofApp), struck };
}

const PASS = { kind: "pass" } as const;

/** A request with an installation token or with the App's JWT. */
function isOfApp({ headers }: InterceptedRequest): boolean {
  return /\b(?:ghs_|bearer eyJ)/i.test(headers.authorization ?? "");
}
