import type { FileToWrite } from "../engine/effects/effect-parts.js";
import type { Forge, JobResult, PendingEffect, StateStore } from "../engine/ports.js";
import { redactValue } from "./redact-value.js";
import type { Redactor } from "./redactor.js";

/**
 * GitHub as the loop sees and touches it, without secrets both ways: what a person pasted into an issue is not carried
 * on, and what is compared with GitHub's before it is written is what would be written.
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

/** State in git, to which no secret is committed. */
export function redactStateStore(store: StateStore, { text }: Redactor): StateStore {
  return { ...store, commit: (repository, commit) => store.commit(repository, redactValue(commit, text)) };
}

/** What a job brings back: reports, models' words, and what went wrong. */
export function redactJobResult(result: JobResult, { text }: Redactor): JobResult {
  return redactValue(result, text);
}
