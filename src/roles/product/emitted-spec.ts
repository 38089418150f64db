import { z } from "zod";
import { deficienciesFromZod } from "../../domain/deficiency.js";
import { ClarifyingQuestion, MOST_QUESTIONS } from "../../domain/ledger/clarifying-question.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";
import { ProductSpec } from "../../features/spec/product-spec.js";
import { readYaml } from "../../yaml/yaml.js";

/**
 * What the product role hands in: a whole spec, or its draft as it was kept, so that nothing is written twice. One flat
 * object, because the fields of a union would be one level deeper than the prompt names them.
 */
export const EmittedSpec = z.strictObject({
  from_draft: z.boolean().optional().describe("true: hand in draft.yml as it is kept, and leave everything else out."),
  questions: z
    .array(ClarifyingQuestion)
    .max(MOST_QUESTIONS)
    .optional()
    .describe("In place of a spec, once, before the first draft: what a person has to say first."),
  ...ProductSpec.partial().shape,
});
export type EmittedSpec = z.infer<typeof EmittedSpec>;

/** The questions that were handed in in place of a spec; null if a spec was. */
export function emittedQuestions(candidate: unknown): Outcome<readonly ClarifyingQuestion[] | null> {
  const emitted = z
    .looseObject({ questions: z.array(ClarifyingQuestion).max(MOST_QUESTIONS).optional() })
    .safeParse(candidate);
  if (!emitted.success)
    return refuse(
      "questions-malformed",
      deficienciesFromZod(emitted.error)
        .map(({ path, message }) => `${path}: ${message}`)
        .join("\n"),
    );
  const { questions = [], ...rest } = emitted.data;
  if (questions.length === 0) return accept(null);
  if (Object.keys(rest).length > 0)
    return refuse("questions-and-spec", "questions: hand in the questions alone, or a spec without any");
  return accept(questions);
}

/** The spec that was handed in, or every problem with its form. */
export function emittedSpec(candidate: unknown, draft: string | null): Outcome<ProductSpec> {
  const emitted = z.looseObject({ from_draft: z.boolean().optional() }).safeParse(candidate);
  if (!emitted.success) return refuse("spec-malformed", "from_draft must be true, or left out");
  const { from_draft, questions: _, ...spec } = emitted.data;
  if (from_draft !== true) return formed(spec);
  if (draft === null) return refuse("no-draft", "from_draft: there is no draft yet: write one with write_draft");
  const kept = readYaml("draft.yml", draft, z.unknown());
  return kept.ok ? formed(kept.value) : kept;
}

function formed(candidate: unknown): Outcome<ProductSpec> {
  const spec = ProductSpec.safeParse(candidate);
  if (spec.success) return accept(spec.data);
  const problems = deficienciesFromZod(spec.error).map(({ path, message }) =>
    path === "" ? message : `${path}: ${message}`,
  );
  return refuse("spec-malformed", problems.join("\n"), { problems });
}
