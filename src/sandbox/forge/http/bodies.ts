/** Texts of people and Apps, with GitHub's limits (decisions.md#github-limits). */
import { type FieldError, validationFailed } from "./errors.js";

const BODY_LIMIT = 65_536;
const TITLE_LIMIT = 256;

const tooLong = (resource: string, field: string, limit: number): FieldError => ({
  resource,
  code: "custom",
  field,
  message: `${field} is too long (maximum is ${limit} characters)`,
});

/** The limit is 65,536 characters, counted in code points like GitHub does. */
export function isTooLong(body: string | null | undefined): boolean {
  return body != null && lengthOf(body) > BODY_LIMIT;
}

export function checkBody(resource: string, body: string | null | undefined): void {
  if (isTooLong(body)) throw validationFailed(tooLong(resource, "body", BODY_LIMIT));
}

export function checkTitle(resource: string, title: string): void {
  if (title.trim() === "") throw validationFailed({ resource, code: "missing_field", field: "title" });
  if (lengthOf(title) > TITLE_LIMIT) throw validationFailed(tooLong(resource, "title", TITLE_LIMIT));
}

export function requireBody(resource: string, body: string): void {
  if (body.trim() === "")
    throw validationFailed({ resource, code: "missing_field", field: "body", message: "body can't be blank" });
  checkBody(resource, body);
}

/** The cheap check comes first: a text never has more code points than code units. */
function lengthOf(text: string): number {
  return text.length <= TITLE_LIMIT ? text.length : [...text].length;
}
