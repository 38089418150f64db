/** The kinds of trouble that must occur, each with a name, and which of them a run has. */
import type { DeliveryFault, RequestFault } from "../../src/sandbox/faults/fault-plan.js";
import type { Trouble } from "./random-trouble.js";

/** What can go wrong between the App and GitHub. The App must survive each of these. */
export const TROUBLE_KINDS = [
  "answer 401",
  "answer 403",
  "answer 404",
  "answer 409",
  "answer 422",
  "answer 500",
  "answer 502",
  "limit 403",
  "limit 429",
  "time-out after success",
  "stale read",
  "token expiry",
  "drop",
  "repeat",
  "delay",
  "shuffle",
  "death before a write",
  "death after a write",
  "death at a read",
] as const;
type TroubleKind = (typeof TROUBLE_KINDS)[number];

export function troubleKinds({ plan, deaths }: Trouble): Set<TroubleKind> {
  return new Set([
    ...plan.requests.map(({ fault }) => requestKind(fault)),
    ...plan.deliveries.map(({ fault }) => fault.kind satisfies DeliveryFault["kind"]),
    ...deaths.map(({ doing, moment }) => (doing === "read" ? "death at a read" : (`death ${moment} a write` as const))),
  ]);
}

function requestKind(fault: RequestFault): TroubleKind {
  switch (fault.kind) {
    case "answer":
      return `answer ${fault.status}`;
    case "rate_limit":
      return `limit ${fault.status}`;
    case "do_then_time_out":
      return "time-out after success";
    case "stale_read":
      return "stale read";
    case "expire_token":
      return "token expiry";
    default:
      return fault satisfies never;
  }
}
