import { AGENT_FILES } from "./agent-files.js";
import { JUDGING_FILES } from "./judging-files.js";
import type { ProtectedGroup } from "./protected-group.js";
import { SECRET_FILES } from "./secret-files.js";
import { SELF_RUNNING_FILES } from "./self-running-files.js";

/** Never open, even in danger mode. */
export const ALWAYS_PROTECTED: ProtectedGroup = {
  class: "governs-the-repository",
  why: "workflows and the factory's own files",
  patterns: [".github", ".factory"],
};

export const MANIFESTS: ProtectedGroup = {
  class: "declares-dependencies",
  why: "package manifests: dependencies are declared in the plan",
  patterns: [
    "package.json",
    "pyproject.toml",
    "setup.py",
    "setup.cfg",
    "requirements*.txt",
    "Pipfile",
    "go.mod",
    "go.work",
    "Cargo.toml",
    "pom.xml",
    "{build,settings}.{gradle,gradle.kts}",
    "Gemfile",
    "*.gemspec",
    "composer.json",
    "deno.{json,jsonc}",
    "*.{csproj,fsproj,vbproj,sln}",
    "Directory.*.props",
    "Package.swift",
    "mix.exs",
  ],
};

export const LOCK_FILES: ProtectedGroup = {
  class: "declares-dependencies",
  why: "lock files: they are resolved, not written",
  patterns: [
    "package-lock.json",
    "npm-shrinkwrap.json",
    "pnpm-lock.yaml",
    "*.lock",
    "*.lockb",
    "go.sum",
    "go.work.sum",
    "gradle.lockfile",
    "packages.lock.json",
    "Package.resolved",
  ],
};

const GOVERNANCE: ProtectedGroup = {
  class: "governs-the-repository",
  why: "git and repository governance",
  patterns: [
    ".gitattributes",
    ".gitmodules",
    ".lfsconfig",
    "CODEOWNERS",
    ".husky",
    ".githooks",
    ".pre-commit-config.yaml",
    "{lefthook,.lefthook}.{yml,yaml}",
  ],
};

/** Danger mode opens the files that it names (decisions.md#protected-paths). */
export const PROTECTED_BY_DEFAULT: readonly ProtectedGroup[] = [
  MANIFESTS,
  LOCK_FILES,
  ...SELF_RUNNING_FILES,
  JUDGING_FILES,
  GOVERNANCE,
  AGENT_FILES,
  SECRET_FILES,
];
