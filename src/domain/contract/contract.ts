import { z } from "zod";
import { ModuleId, Version } from "../ids.js";
import { AssertionTarget, bareExportName, ContractAssertion, ExportName } from "./assertion.js";
import { Clause, ClauseId } from "./clause.js";
import { DependencyRange, ModuleDependency, parseModuleRange } from "./dependency.js";
import { Dimensions } from "./dimensions.js";
import { Manifest, manifestIsCoherent } from "./manifest.js";
import { Label, MeaningfulText } from "./meaningful-text.js";
import { pathKey, RepoPath } from "./repo-path.js";
import { noDuplicates } from "./unique.js";

/** STRICT blocks on every gap between clauses and tests, CREATIVE warns about some of them (requirements.md#clauses-and-tags). */
export const ContractMode = z.enum(["STRICT", "CREATIVE"]);
export type ContractMode = z.infer<typeof ContractMode>;

const itself = (text: string) => text;

/**
 * A module's contract in one file: the interface in five dimensions (requirements.md#contract-schema), its files and
 * exports (requirements.md#prompt-sections), and the clauses for its tests (requirements.md#clauses-and-tags).
 */
const NO_EXPORT =
  "must say how it comes or leaves (such as stdin, argument, stdout or exit-status), because the module exports nothing";

export const Contract = z
  .strictObject({
    schema_version: z.literal("1.0.0"),
    module_id: ModuleId,
    module_version: Version,
    name: Label,
    slug: z
      .string()
      .max(64)
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, "must look like user-authentication"),
    title: MeaningfulText,
    purpose: MeaningfulText,
    tags: z.array(Label).superRefine(noDuplicates("tag", itself)),
    change_type: z.enum(["new", "modify", "bugfix", "refactor"]),

    ...Dimensions.shape,

    error_cases: z.array(MeaningfulText),
    dependencies: z
      .array(ModuleDependency)
      .superRefine(noDuplicates("dependency on", (dependency) => parseModuleRange(dependency.ref).moduleId, "ref")),
    compatibility: z.strictObject({
      backward_compatible_with: z.array(DependencyRange),
      breaking_change_policy: MeaningfulText,
    }),
    runtime_budgets: z.strictObject({
      latency_ms_p95: z.number().positive().exactOptional(),
      memory_mb_max: z.number().positive().exactOptional(),
    }),

    entry: RepoPath,
    files: Manifest,
    test_file: RepoPath,
    target_artifacts: z.array(RepoPath).min(1, "must name at least one file"),
    /** Empty for a plain command (decisions.md#channels). */
    creates: z.array(ExportName).superRefine(noDuplicates("export", bareExportName)),
    consumes: z.array(ExportName).superRefine(noDuplicates("export", bareExportName)),

    mode: ContractMode,
    clauses: z
      .array(Clause)
      .min(1)
      .superRefine(noDuplicates("clause", (clause) => clause.id, "id")),
    test_mapping: z.record(ClauseId, z.array(Label).min(1, "must name at least one test")),
    assertion_surface: z.array(AssertionTarget).min(1, "must name at least one thing tests may assert on"),
    assertions: z.array(ContractAssertion),
  })
  .superRefine(manifestIsCoherent)
  .superRefine((contract, context) => {
    const addIssue = (path: (string | number)[], message: string) =>
      context.addIssue({ code: "custom", path, message });
    const files = new Set(contract.files.map((file) => pathKey(file.path)));
    for (const [index, path] of contract.target_artifacts.entries()) {
      if (!files.has(pathKey(path)))
        addIssue(["target_artifacts", index], `"${path}" must be one of the manifest's files`);
    }
    const created = new Set(contract.creates.map(bareExportName));
    for (const dimension of ["inputs", "outputs"] as const) {
      for (const [index, { of, channel }] of contract[dimension].entries()) {
        if (created.size === 0 && channel === undefined) addIssue([dimension, index, "channel"], NO_EXPORT);
        if (of !== undefined && !created.has(bareExportName(of)))
          addIssue([dimension, index, "of"], `"${of}" must be one of the exports in creates`);
      }
    }
    const clauses = new Set(contract.clauses.map((clause) => clause.id));
    for (const id of Object.keys(contract.test_mapping)) {
      if (!clauses.has(id)) addIssue(["test_mapping", id], `"${id}" is not a clause of this contract`);
    }
    for (const [index, { ref }] of contract.dependencies.entries()) {
      if (parseModuleRange(ref).moduleId === contract.module_id)
        addIssue(["dependencies", index, "ref"], `${contract.module_id} must not depend on itself`);
    }
  });
export type Contract = z.infer<typeof Contract>;
