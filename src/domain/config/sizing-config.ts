import { z } from "zod";
import { PathPattern } from "./path-pattern.js";

const tokens = (value: number, description: string) =>
  z.int().min(0).max(10_000_000).default(value).describe(`${description} In tokens.`);
const share = (value: number, description: string) => z.number().gt(0).lt(1).default(value).describe(description);

/**
 * Files whose content would cost tokens without informing a model. They count with their names only
 * (requirements.md#token-estimation).
 */
const GENERATED_FILES = [
  "*.pb.go",
  "*.pb.ts",
  "*_pb2.py",
  "*.g.dart",
  "*.designer.cs",
  "*.generated.*",
  "go.sum",
  "*.lock",
  "*.lockb",
  "package-lock.json",
  "npm-shrinkwrap.json",
  "pnpm-lock.yaml",
  "*.min.js",
  "*.min.css",
  "*.map",
  "*.snap",
  "*.{png,jpg,jpeg,gif,webp,avif,ico,bmp,tiff}",
  "*.{pdf,zip,gz,tgz,bz2,xz,7z,jar,war,class,wasm,so,dylib,dll,exe,bin,a,o}",
  "*.{woff,woff2,ttf,otf,eot,mp3,mp4,webm,ogg,wav,sqlite,db}",
];

/** The constants of the context budget formula (requirements.md#context-budget). */
export const SizingConfig = z.strictObject({
  system_prompt_overhead: tokens(2_000, "Reserved for role definition and tool schemas."),
  plan_context: tokens(1_500, "Reserved for the summary of the plan."),
  sop_context_reserve: tokens(4_000, "Reserved for the standards that apply; all of them fit or the task is split."),
  response_headroom: tokens(6_400, "Reserved for the answer."),
  safety_margin: share(0.15, "Share of the context window that is never planned for."),
  task_share: share(0.4, "Share of what is left that one task's content may fill."),
  reviewer_working_memory: tokens(6_000, "Reserved for a reviewer's own notes."),
  reviewer_output: tokens(1_000, "Reserved for a reviewer's answer."),
  compact_threshold: share(0.6, "Share of the context window at which old tool results are cleared."),
  assumed_context_window: tokens(200_000, "The context window of a model that is not listed under prices."),
  characters_per_token: z.number().min(1).max(16).default(4).describe("Characters counted as one token."),
  generated_file_tokens: tokens(100, "Counted for a generated or binary file, whose content is left out."),
  generated_patterns: z.array(PathPattern).default(GENERATED_FILES).describe("Files counted by name only."),
});
export type SizingConfig = z.infer<typeof SizingConfig>;
