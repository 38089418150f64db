import { z } from "zod";

const Count = z.number().int().positive();

/**
 * Which calls are affected: listed ones, every n-th, or each with a probability. Calls are counted from 1, per route or
 * event.
 */
export const Occasion = z.union(
  [
    z.strictObject({ calls: z.array(Count).min(1) }),
    z.strictObject({ every: Count }),
    z.strictObject({ chance: z.number().gt(0).lte(1) }),
  ],
  { error: "must be one of: calls: [1, 3], every: 5, chance: 0.1" },
);
export type Occasion = z.infer<typeof Occasion>;

/** The faults of a request. */
export const RequestFault = z.discriminatedUnion("kind", [
  /** Nothing is done, and the answer is GitHub's text for this status. */
  z.strictObject({ kind: z.literal("answer"), status: z.literal([401, 403, 404, 409, 422, 500, 502]) }),
  /** Nothing is done, and the limit's headers say when to try again. GitHub uses both statuses for both limits. */
  z.strictObject({
    kind: z.literal("rate_limit"),
    limit: z.enum(["primary", "secondary"]),
    status: z.literal([403, 429]).default(429),
    wait_seconds: Count.default(60),
  }),
  /** The work is done, but the caller gets no answer. */
  z.strictObject({ kind: z.literal("do_then_time_out"), after_ms: z.number().int().nonnegative().default(0) }),
  /** A read returns data from some seconds ago, like a replica that lags behind. */
  z.strictObject({ kind: z.literal("stale_read"), seconds: z.number().positive() }),
  /** From this call on its installation token is invalid. */
  z.strictObject({ kind: z.literal("expire_token") }),
]);
export type RequestFault = z.infer<typeof RequestFault>;

/** The faults of a webhook delivery. */
export const DeliveryFault = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("drop") }),
  /** `times` further copies, with the same GUID. */
  z.strictObject({ kind: z.literal("repeat"), times: Count.default(1) }),
  z.strictObject({ kind: z.literal("delay"), ms: Count }),
  /** Up to `window` later deliveries overtake this one. */
  z.strictObject({ kind: z.literal("shuffle"), window: Count }),
]);
export type DeliveryFault = z.infer<typeof DeliveryFault>;

const Route = z
  .string()
  .regex(
    /^(\*|GET|HEAD|POST|PUT|PATCH|DELETE) \/\S*$/,
    "must look like POST /repos/{owner}/{repo}/issues, or * /repos/**",
  );

export const RequestRule = z.strictObject({ route: Route, when: Occasion, fault: RequestFault });
export type RequestRule = z.infer<typeof RequestRule>;

const EventName = z
  .string()
  .regex(/^(\*|[a-z_]+(\.[a-z_]+)?)$/, "must look like issue_comment, issue_comment.created or *");

export const DeliveryRule = z.strictObject({ event: EventName, when: Occasion, fault: DeliveryFault });
export type DeliveryRule = z.infer<typeof DeliveryRule>;

/** A seed is one 32-bit number, so that it can be read out and typed in again. */
export const Seed = z.number().int().min(0).max(4_294_967_295);
export type Seed = z.infer<typeof Seed>;

/** The planned faults: the file for `--faults`. The first matching rule applies. */
export const FaultPlan = z.strictObject({
  seed: Seed.optional(),
  requests: z.array(RequestRule).default([]),
  deliveries: z.array(DeliveryRule).default([]),
});
export type FaultPlan = z.infer<typeof FaultPlan>;
