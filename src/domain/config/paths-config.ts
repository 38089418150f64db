import { z } from "zod";
import { PathPattern } from "./path-pattern.js";

/**
 * Files that many modules share: no seal covers them (decisions.md#what-is-sealed). Only barrels at the top of a source
 * tree are listed, because `src/http/index.ts` usually *is* the module.
 */
const SHARED_FILES = [
  "package.json",
  "package-lock.json",
  "npm-shrinkwrap.json",
  "pnpm-lock.yaml",
  "yarn.lock",
  "bun.lock",
  "pyproject.toml",
  "poetry.lock",
  "uv.lock",
  "requirements*.txt",
  "go.mod",
  "go.sum",
  "Cargo.toml",
  "Cargo.lock",
  "pom.xml",
  "/index.{js,mjs,cjs,ts,mts}",
  "/src/index.{js,mjs,cjs,ts,mts}",
  "/src/lib.rs",
  "/src/*/__init__.py",
  "/README.md",
  "/CHANGELOG.md",
];

const patterns = z.array(PathPattern).max(200);

export const ProtectedPaths = patterns
  .default([])
  .describe(
    "Files no role may touch, besides the built-in list. Nothing here or elsewhere opens .github/ or .factory/.",
  );

export const SharedPaths = patterns
  .default(SHARED_FILES)
  .describe("Files that several modules change and that are therefore never sealed.");

export const IgnorePatterns = patterns.default([]).describe("Files that stay out of the App's commits and diffs.");

/** A person opens protected files for the roles and names them (requirements.md#safety-of-the-input). */
export const DangerModeConfig = z.strictObject({
  enabled: z.boolean().default(false).describe("Opens the protected files named in paths to the roles."),
  paths: patterns.default([]).describe("Which protected files danger mode opens. Never .github/ or .factory/."),
});
export type DangerModeConfig = z.infer<typeof DangerModeConfig>;
