import type { FileToWrite } from "../engine/effects/effect-parts.js";
import type { Forge, JobResult, PendingEffect, StateStore } from "../engine/ports.js";
import { redactValue } from "./redact-value.js";
import type { Redactor } from "./redactor.js";

/**
 * The GitHub ports without secrets in both directions. A secret that a person pasted into an issue is not passed on.
 * Texts are redacted before they are compared with GitHub's, because the redacted text would be written.
 */
export function redactForge(forge: Forge, { text, file }: Redactor): Forge {
  const clean = (effect: PendingEffect["effect"]): PendingEffect["effect"] => {
    if (!("files" in effect)) return redactValue(effect, text);
    const { files, ...rest } = effect;
    const written: readonly FileToWrite[] = redactValue(files, file);
    return { ...redactValue(rest, text), files: written };
  };
  const { performTogether } = forge;
  return {
    observe: async (repository, requested) => redactValue(await forge.observe(repository, requested), text),
    perform: (repository, effect, due) => forge.perform(repository, clean(effect), due),
    ...(performTogether === undefined
      ? {}
      : {
          performTogether: (repository, pending) =>
            performTogether(
              repository,
              pending.map(({ effect, due }) => ({ effect: clean(effect), due })),
            ),
        }),
  };
}

/** The state store in git; no secret is committed. */
export function redactStateStore(store: StateStore, { text }: Redactor): StateStore {
  return { ...store, commit: (repository, commit) => store.commit(repository, redactValue(commit, text)) };
}

/** The results of a job: reports, a model's answers and errors. */
export function redactJobResult(result: JobResult, { text }: Redactor): JobResult {
  return redactValue(result, text);
}
