import { destination, type Logger, pino } from "pino";
import { z } from "zod";

/** Headers have signatures and tokens and are never logged; ids, method, address and status are. */
const NEVER_LOGGED = ["req.headers", "req.query", "req.params", "res.headers", "request.headers", "request.body"];

type Sink = { write(line: string): unknown };

/** JSON lines on standard output, without bodies and without secrets. */
export function createLog(
  level: string,
  redact: (text: string) => string,
  sink: Sink = destination({ fd: 1, sync: true }),
): Logger {
  return pino(
    { level, redact: { paths: NEVER_LOGGED, remove: true }, serializers: { err: errorFacts } },
    { write: (line: string) => void sink.write(redact(line)) },
  );
}

const GitHubError = z.object({
  status: z.number(),
  response: z.object({ headers: z.object({ "x-github-request-id": z.string() }) }),
});

type ErrorFacts = {
  readonly type: string;
  readonly message: string;
  readonly stack: string | undefined;
  readonly status?: number;
  readonly requestId?: string;
  readonly cause?: ErrorFacts;
};

/** The message of an error, without the request and response that Octokit attaches. */
function errorFacts(error: unknown): ErrorFacts | unknown {
  if (!(error instanceof Error)) return error;
  const gitHub = GitHubError.safeParse(error);
  return {
    type: error.name,
    message: error.message,
    stack: error.stack,
    ...(gitHub.success
      ? { status: gitHub.data.status, requestId: gitHub.data.response.headers["x-github-request-id"] }
      : {}),
    ...(error.cause instanceof Error ? { cause: errorFacts(error.cause) } : {}),
  };
}
