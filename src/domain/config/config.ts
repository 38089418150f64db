import { z } from "zod";
import { ContractMode } from "../contract/contract.js";
import { ValidationCadence } from "../validation/cadence.js";
import { FailureActionOverrides } from "../validation/taxonomy.js";
import { ClarityConfig } from "./clarity-config.js";
import { EmbedderConfig } from "./embedder-config.js";
import { GatesConfig } from "./gates-config.js";
import { LabelsConfig } from "./labels-config.js";
import { BudgetsConfig, RetriesConfig } from "./limits-config.js";
import { PricesConfig } from "./model-price.js";
import { ModelsConfig } from "./models-config.js";
import { MutationConfig } from "./mutation-config.js";
import { nonBlank } from "./non-blank.js";
import { DangerModeConfig, IgnorePatterns, ProtectedPaths, SharedPaths } from "./paths-config.js";
import { SizingConfig } from "./sizing-config.js";

/** A person's GitHub name. Names of bots have brackets; a bot can approve nothing. */
const Login = z.string().regex(/^[a-zA-Z0-9](?:[a-zA-Z0-9_-]{0,38})$/, "must be a person's GitHub login, without @");

/** `factory` gives `factory/state` and `factory/<task_id>`. Only what git accepts in a branch name. */
const BranchPrefix = z
  .string()
  .max(50)
  .regex(/^[a-z0-9]+(?:[-_/][a-z0-9]+)*$/, "must be lower case words joined by -, _ or /, without a slash at the end");

/** `.factory/config.yml`. Every field has a default, so an empty file is a complete configuration. */
export const Config = z.strictObject({
  gates: GatesConfig.prefault({}).describe("What judges the work."),
  test_command: nonBlank(1_000)
    .nullable()
    .default(null)
    .describe("Runs the whole test suite; null means the preset's."),
  validation_command: nonBlank(1_000)
    .nullable()
    .default(null)
    .describe("The cheap check before a review, such as a type check; null means the preset's."),
  validation_cadence: ValidationCadence.default("every").describe(
    "When the whole suite runs: after every task, every N tasks, or when asked. Always before a release.",
  ),
  validation_interval: z.int().min(1).max(1_000).default(3).describe("N of every-N."),
  contract_mode: ContractMode.default("STRICT").describe(
    "CREATIVE turns missing clause coverage and unmapped assertions into warnings.",
  ),
  mutation: MutationConfig.prefault({}).describe("Whether a module's tests notice mistakes in its files."),
  semantic_assertions: z
    .enum(["suggest", "assert"])
    .default("suggest")
    .describe("Whether an assertion that a model judges may block, or only advises."),
  accept_unjudged_languages: z
    .array(nonBlank(50))
    .default([])
    .describe("Languages whose tests nobody can judge here and that you accept as they are; shown as a warning."),
  clarity: ClarityConfig.prefault({}).describe("What a task's text must not leave open."),
  budgets: BudgetsConfig.prefault({}).describe("What a project may spend."),
  retries: RetriesConfig.prefault({}).describe(
    "How often is tried again; these numbers can only be lowered. A task keeps those it was planned with.",
  ),
  failure_actions: FailureActionOverrides.default({}).describe(
    "What to do about a kind of failure, where not the default: go on, try again within the budget, or ask a person.",
  ),
  execution_mode: z
    .enum(["auto", "checkpoint"])
    .default("auto")
    .describe("checkpoint pauses after every task; auto only on a failure or a budget threshold."),
  concurrency: z.int().min(1).max(20).default(1).describe("Tasks in work at the same time."),
  parallel_modules: z
    .int()
    .min(1)
    .max(10)
    .default(1)
    .describe(
      "Modules of one task worked on side by side: those that wait for no other are specified ahead of their turn.",
    ),
  plan_review: z
    .enum(["several-modules", "always", "never"])
    .default("several-modules")
    .describe(
      "Which plans the Challenger judges before they are locked: those that build several modules, all, or none.",
    ),
  max_files: z.int().min(1).max(100).default(10).describe("A module with more files is refused."),
  decompose_above_files: z.int().min(1).max(100).default(4).describe("A module with more files is asked to be split."),
  sizing: SizingConfig.prefault({}).describe("The constants of the context budget."),
  approvers: z
    .array(Login)
    .max(100)
    .default([])
    .describe("People who may command the App without write permission, as long as GitHub says who they are here."),
  protected_paths: ProtectedPaths,
  shared_paths: SharedPaths,
  ignore_patterns: IgnorePatterns,
  danger_mode: DangerModeConfig.prefault({}).describe("Opens protected files to the roles. Only a person can do this."),
  allowed_dependencies: z
    .array(nonBlank(214))
    .max(500)
    .default([])
    .describe("Packages a plan may add without asking; @scope/* allows a scope. Any other name asks a person."),
  ci: z
    .enum(["after-gates", "always"])
    .default("after-gates")
    .describe("When your own workflows run on a task's branch: once its gates passed, or on every commit."),
  merge_methods: z
    .array(z.enum(["squash", "merge", "rebase"]))
    .min(1)
    .default(["squash", "merge", "rebase"])
    .describe("In order of preference; the first that the repository allows is used."),
  branch_prefix: BranchPrefix.default("factory").describe("Begins the name of every branch the App makes."),
  labels: LabelsConfig.prefault({}).describe("The labels the App reads and sets."),
  models: ModelsConfig.prefault({}).describe("Which model plays which role."),
  web_search: z
    .boolean()
    .default(true)
    .describe(
      "Whether the product role may search the web, where the model's provider offers it. What it read is shown with the spec.",
    ),
  prices: PricesConfig.prefault({}).describe(
    "List prices and context windows. A model without a price has an unknown cost.",
  ),
  questions: z
    .enum(["ask", "defaults"])
    .default("ask")
    .describe(
      "Whether people are asked what SPEC.md leaves open, before the first draft, or the defaults are assumed.",
    ),
  questions_wait_hours: z
    .number()
    .positive()
    .max(8_760)
    .nullable()
    .default(null)
    .describe("After so many hours without an answer the defaults stand; null waits for people."),
  embedder: EmbedderConfig.default({ kind: "local" }).describe("What turns module descriptions into vectors."),
});
export type Config = z.infer<typeof Config>;
