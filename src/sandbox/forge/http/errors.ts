/** GitHub's refusals: a status, a message, and for 422 the list of errors by field. */
const DOCUMENTATION = "https://docs.github.com/rest";

export type FieldError = {
  readonly resource: string;
  readonly field?: string;
  readonly code: "missing" | "missing_field" | "invalid" | "already_exists" | "unprocessable" | "custom";
  readonly message?: string;
};

/** Thrown by handlers and operations. server.ts turns it into a response. */
export class GitHubError extends Error {
  override readonly name = "GitHubError";

  constructor(
    readonly status: number,
    message: string,
    readonly errors?: readonly (FieldError | string)[],
  ) {
    super(message);
  }

  toJSON() {
    return {
      message: this.message,
      ...(this.errors === undefined ? {} : { errors: this.errors }),
      documentation_url: DOCUMENTATION,
      status: String(this.status),
    };
  }
}

export const notFound = () => new GitHubError(404, "Not Found");
export const gone = (message: string) => new GitHubError(410, message);
export const badCredentials = () => new GitHubError(401, "Bad credentials");
export const forbidden = (message: string) => new GitHubError(403, message);
export const notAccessible = () => new GitHubError(403, "Resource not accessible by integration");
export const conflict = (message: string) => new GitHubError(409, message);
export const notAllowed = (message: string) => new GitHubError(405, message);
/** A 422 with its own message: "Reference already exists". */
export const unprocessable = (message: string) => new GitHubError(422, message);
/** A 422 about fields: "Validation Failed" with the reasons. */
export const validationFailed = (...errors: readonly (FieldError | string)[]) =>
  new GitHubError(422, "Validation Failed", errors);
