import { hiddenMarker } from "../../render/marker.js";

export const SETUP_NOTE_KEY = "setup-needed";

/** Why nothing starts yet in a repository without consent. */
export type SetupStatus =
  | { readonly kind: "open"; readonly number: number }
  | { readonly kind: "closed"; readonly number: number }
  | { readonly kind: "withdrawn" }
  | { readonly kind: "no-commit" }
  | { readonly kind: "add-spec" }
  | { readonly kind: "not-ours-to-propose" };

/** The answer to a label before consent. */
export function setupNote(status: SetupStatus): string {
  return `${hiddenMarker(SETUP_NOTE_KEY)}\n${sentence(status)}`;
}

function sentence(status: SetupStatus): string {
  switch (status.kind) {
    case "open":
      return `Merge the set-up pull request #${status.number} first; then this starts by itself. Nothing is done before.`;
    case "closed":
      return `The set-up pull request #${status.number} was closed, so nothing is done here. Reopen and merge it, and this starts by itself.`;
    case "withdrawn":
      return "`.factory/config.yml` is not on the default branch any more, so nothing is done here. Restore it, and this goes on by itself.";
    case "no-commit":
      return "This repository has no commit yet, and a pull request needs one to build on. Add `SPEC.md` (or any file) to the default branch; then the set-up pull request opens.";
    case "add-spec":
      return "Add `SPEC.md` to the default branch; then the set-up pull request opens. In an installation for all repositories the App waits for that file.";
    case "not-ours-to-propose":
      return "This installation of the App cannot propose its set-up: whoever runs it must set `ACTION_REF`. Nothing is done before.";
    default:
      return status satisfies never;
  }
}
