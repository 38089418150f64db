import type { Role } from "../domain/artifacts/producer.js";
import { decideSize, type SizeDecision } from "../domain/budget/size-decision.js";
import { contextWindowOf } from "../domain/budget/sizing.js";
import { applicableSops, type Sop } from "../domain/budget/sop.js";
import { fitSops } from "../domain/budget/sop-fit.js";
import type { Config } from "../domain/config/config.js";
import type { ManifestFile } from "../domain/contract/manifest.js";
import type { TreeEntry } from "../engine/ports.js";

export type FitQuestion = {
  readonly role: Role;
  readonly files: readonly ManifestFile[];
  /** The present or future tree of the files: those to be created have no size yet. */
  readonly entries: readonly TreeEntry[];
  /** Those of them whose content is not text. */
  readonly binaries: ReadonlySet<string>;
  readonly description: string;
  readonly acceptanceCriteria: readonly string[];
  readonly sops: readonly Sop[];
  readonly config: Config;
};

/**
 * The budget before each task (requirements.md#context-budget): it fits, is to be split, or is refused; nothing is ever
 * cut to fit.
 */
export function fitsContext({ role, files, entries, binaries, config, ...question }: FitQuestion): SizeDecision {
  const sizes = new Map(entries.map(({ path, size }) => [path, size]));
  const paths = files.map(({ path }) => path);
  return decideSize({
    task: {
      files: paths.map((path) => ({ path, characters: sizes.get(path) ?? 0, binary: binaries.has(path) })),
      description: question.description,
      acceptanceCriteria: question.acceptanceCriteria,
    },
    sopFit: fitSops(applicableSops(question.sops, paths), config.sizing),
    window: contextWindowOf(config.models[role].name, config.prices, config.sizing),
    config,
  });
}
