import { Refused } from "../../domain/refusal.js";

/** A file that the factory wrote and somebody has removed: only a person can bring it back, so it is said to them. */
export function missingOnState(path: string): Refused {
  const message = `${path} is missing from the state branch; restore it from the branch's history`;
  return new Refused({ code: "file-missing", message, details: { path } });
}

/** The same of a shipped module's record, where the module's code is. */
export function missingRecord(path: string): Refused {
  const message = `${path} is missing, and the code index speaks of it; restore it from the history`;
  return new Refused({ code: "file-missing", message, details: { path } });
}
