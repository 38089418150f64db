/** Whether an error of the system or of a driver has this code. Code may branch on nothing else of such an error. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** The same for an HTTP status: errors of GitHub's client and of other clients carry it. */
export function hasStatus(error: unknown, ...statuses: readonly number[]): boolean {
  const status = typeof error === "object" && error !== null && "status" in error ? error.status : undefined;
  return typeof status === "number" && statuses.includes(status);
}

/** An expired token, an answer that came too late, and faults of a server or of the way to it. */
const PASSING = [401, 408, 429, 500, 502, 503, 504];
const PASSING_CODES = /^(ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EPIPE|UND_ERR)/;

/** Whether the fault is temporary and outside the App: the same request may succeed later. */
export function isPassingFault(error: unknown): boolean {
  if (hasStatus(error, ...PASSING)) return true;
  if (!(error instanceof Error)) return false;
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return PASSING_CODES.test(code) || (error.cause !== undefined && isPassingFault(error.cause));
}

/** The message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * The message of an error's first cause: clients wrap it in general words. When several addresses of one name were
 * tried, the cause has a code and no message.
 */
export function reasonIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonIn(error.cause);
  if (error.message !== "") return error.message;
  return "code" in error ? String(error.code) : error.name;
}

/** The model cannot answer this question, however often it is asked. The message is for a person. */
export class ModelUnavailable extends Error {
  override readonly name = "ModelUnavailable";
}

/**
 * GitHub, or the App's own pace, allows no more requests of this kind before an instant. The caller waits until then
 * and does not block a job.
 */
export class LimitedUntil extends Error {
  override readonly name = "LimitedUntil";
  /** ISO 8601. */
  readonly until: string;
  /** Whose limit it is, for the person who waits. */
  readonly limit: string;

  constructor(untilMs: number, limit: string) {
    const until = new Date(untilMs).toISOString();
    super(`${limit}: nothing more before ${until}`);
    this.until = until;
    this.limit = limit;
  }
}

/**
 * The installation does not grant a permission that a step needs. Only a person can grant it, on the installation's
 * page.
 */
export class PermissionNotGranted extends Error {
  override readonly name = "PermissionNotGranted";
  readonly installation: number;
  readonly asked: Readonly<Record<string, string>>;

  constructor(installation: number, asked: Readonly<Record<string, string>>, cause: unknown) {
    const list = Object.entries(asked).map(([name, level]) => `${name}: ${level}`);
    const where = `/settings/installations/${installation}`;
    super(`installation ${installation} does not grant all of ${list.join(", ")}; grant it at ${where}`, { cause });
    this.installation = installation;
    this.asked = asked;
  }
}

/** A delivery could not be stored. GitHub gets an error, shows it in its log of deliveries, and can deliver again. */
export class NotAccepted extends Error {
  override readonly name = "NotAccepted";
  /** Probot answers with this status. */
  readonly status = 503;

  constructor(cause: unknown) {
    super("the queue cannot take this delivery now; the next sweep looks for what it was about", { cause });
  }
}
