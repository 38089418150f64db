import type { RequestAction } from "./create-faults.js";

/** GitHub's answer: status, headers, JSON. */
export type FaultAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: Readonly<Record<string, unknown>>;
};

const DOCUMENTATION = "https://docs.github.com/rest";

const MESSAGES = {
  401: "Bad credentials",
  403: "Resource not accessible by integration",
  404: "Not Found",
  409: "Conflict",
  422: "Validation Failed",
  500: "Server Error",
  502: "Server Error",
} as const;

const PRIMARY =
  "API rate limit exceeded for installation. If you reach out to GitHub Support for help, please include the request ID.";
const SECONDARY =
  "You have exceeded a secondary rate limit. Please wait a few minutes before you try again. If you reach out to GitHub Support for help, please include the request ID.";
const RATE_LIMITS = `${DOCUMENTATION}/using-the-rest-api/rate-limits-for-the-rest-api`;

/** `nowSeconds` is the forge's clock: the primary limit gives its end as an instant. */
export function faultAnswer({ fault }: Extract<RequestAction, { kind: "answer" }>, nowSeconds: number): FaultAnswer {
  if (fault.kind === "answer") {
    const errors = fault.status === 422 ? { errors: [{ resource: "Fault", code: "custom", message: "injected" }] } : {};
    const json = {
      message: MESSAGES[fault.status],
      ...errors,
      documentation_url: DOCUMENTATION,
      status: String(fault.status),
    };
    return { status: fault.status, headers: {}, json };
  }
  const isPrimary = fault.limit === "primary";
  return {
    status: fault.status,
    // The primary limit has remaining and reset headers, the secondary has retry-after (decisions.md#github-limits).
    headers: isPrimary
      ? {
          "x-ratelimit-limit": "5000",
          "x-ratelimit-remaining": "0",
          "x-ratelimit-used": "5000",
          "x-ratelimit-reset": String(Math.ceil(nowSeconds) + fault.wait_seconds),
          "x-ratelimit-resource": "core",
        }
      : { "retry-after": String(fault.wait_seconds) },
    json: { message: isPrimary ? PRIMARY : SECONDARY, documentation_url: RATE_LIMITS, status: String(fault.status) },
  };
}
