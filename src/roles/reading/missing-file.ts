import { Refused } from "../../domain/refusal.js";

/** A file of the factory that was removed manually: only a person can restore it, so it is reported to them. */
export function missingOnState(path: string): Refused {
  const message = `${path} is missing from the state branch; restore it from the branch's history`;
  return new Refused({ code: "file-missing", message, details: { path } });
}

/** The same for a shipped module's record, beside the module's code. */
export function missingRecord(path: string): Refused {
  const message = `${path} is missing, and the code index speaks of it; restore it from the history`;
  return new Refused({ code: "file-missing", message, details: { path } });
}
