/** Whether a failure of the system or of a driver carries this code: the one thing about it that code may branch on. */
export function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

/** An answer by its status, likewise: what GitHub's client throws carries it, and so do other clients' errors. */
export function hasStatus(error: unknown, ...statuses: readonly number[]): boolean {
  const status = typeof error === "object" && error !== null && "status" in error ? error.status : undefined;
  return typeof status === "number" && statuses.includes(status);
}

/** What anything thrown says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * What an error says of its first cause: clients wrap it in words that say nothing. Where several addresses of one name
 * were tried, it has no words but a code.
 */
export function reasonIn(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonIn(error.cause);
  if (error.message !== "") return error.message;
  return "code" in error ? String(error.code) : error.name;
}

/** The model cannot answer this, whoever asks however often; the words are for a person. */
export class ModelUnavailable extends Error {
  override readonly name = "ModelUnavailable";
}

/** GitHub, or our own pace, allows nothing more of this kind before an instant. A stated wait, never a sleeping job. */
export class LimitedUntil extends Error {
  override readonly name = "LimitedUntil";
  /** ISO 8601. */
  readonly until: string;
  /** Whose limit it is, in words for the person who waits. */
  readonly limit: string;

  constructor(untilMs: number, limit: string) {
    const until = new Date(untilMs).toISOString();
    super(`${limit}: nothing more before ${until}`);
    this.until = until;
    this.limit = limit;
  }
}

/** The installation does not grant what a step needs. Only a person can, on the installation's own page. */
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

/** A delivery could not be kept. GitHub is told so, shows it in its log of deliveries, and can send it again. */
export class NotAccepted extends Error {
  override readonly name = "NotAccepted";
  /** Probot answers with it. */
  readonly status = 503;

  constructor(cause: unknown) {
    super("the queue cannot take this delivery now; the next sweep looks for what it was about", { cause });
  }
}
