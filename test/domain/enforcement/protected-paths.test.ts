import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PathPattern } from "../../../src/domain/config/path-pattern.js";
import { PROTECTED_BY_DEFAULT } from "../../../src/domain/enforcement/protected-by-default.js";
import { mayChange, pathProtection } from "../../../src/domain/enforcement/protected-paths.js";
import { aConfig } from "../../support/config.js";

const config = aConfig();
const dangerous = (...paths: string[]) => aConfig({ danger_mode: { enabled: true, paths } });

describe("what is never open", () => {
  const hostile = [
    ".github/workflows/ci.yml",
    ".github",
    ".GitHub/workflows/ci.yml",
    ".GITHUB/CODEOWNERS",
    "./.github/x",
    "src/../.github/x",
    ".github\\workflows\\ci.yml",
    ".github ./x",
    ".github./x",
    ".github /x",
    ".gith\u200bub/x",
    ".github::$INDEX_ALLOCATION/x",
    "sub/.github/x",
    ".factory/config.yml",
    ".FACTORY/state.yml",
    "a/b/../../.factory/x",
    ".factory\u00ad/x",
    "FACTOR~1/config.yml",
    "GITHUB~1/workflows/x.yml",
    ".git/hooks/pre-commit",
    "git~1/config",
    "../elsewhere",
    "/etc/passwd",
    "",
  ];

  it.each(hostile)("%j, not even in danger mode", (path) => {
    expect(pathProtection(config)(path).level).toBe("never");
    expect(mayChange(path, dangerous("**", ".github", ".factory"))).toBe(false);
  });

  it("whatever the configuration says", () => {
    const pattern = fc.constantFrom("**", "*", ".github", ".factory/**", "/.github/**", ".*", "src");
    fc.assert(
      fc.property(fc.array(pattern), fc.array(pattern), fc.constantFrom(...hostile), (protectedPaths, paths, path) => {
        const rules = { protected_paths: protectedPaths, danger_mode: { enabled: true, paths } };
        expect(mayChange(path, rules)).toBe(false);
      }),
    );
  });
});

describe("what is protected by default", () => {
  it.each([
    "package.json",
    "packages/a/package.json",
    "requirements-dev.txt",
    "go.mod",
    "Cargo.toml",
    "pom.xml",
    "build.gradle.kts",
    "package-lock.json",
    "yarn.lock",
    "bun.lockb",
    "go.sum",
    ".npmrc",
    ".yarn/releases/yarn.cjs",
    ".cargo/config.toml",
    "rust-toolchain.toml",
    "gradle/wrapper/gradle-wrapper.properties",
    "vitest.config.ts",
    "jest.config.js",
    "tsconfig.json",
    "tsconfig.build.json",
    "eslint.config.mjs",
    ".eslintrc.json",
    "biome.json",
    "pytest.ini",
    "tests/conftest.py",
    ".golangci.yml",
    "build.rs",
    ".gitattributes",
    "sub/.gitmodules",
    "docs/CODEOWNERS",
    ".husky/pre-commit",
    "Dockerfile",
    "Dockerfile.dev",
    "docker-compose.override.yml",
    "Makefile",
    "rules.mk",
    ".gitlab-ci.yml",
    ".circleci/config.yml",
    "Jenkinsfile",
    "azure-pipelines.yml",
    "AGENTS.md",
    "sub/CLAUDE.md",
    ".cursor/rules/a.mdc",
    ".cursorrules",
    ".claude/settings.json",
    "SPEC.md",
    ".env",
    ".env.production",
    "certs/server.pem",
    "DOCKERFILE",
    "Package.JSON",
    "package.j\u017fon",
    "package.json.",
    "package.json ",
    "package.json::$DATA",
  ])("%s", (path) => {
    expect(pathProtection(config)(path)).toMatchObject({ level: "danger-mode", why: expect.any(String) });
    expect(mayChange(path, config)).toBe(false);
  });

  it.each([
    "src/index.ts",
    "src/app.config.ts",
    "README.md",
    "docs/SPEC.md",
    "src/environment.ts",
    "src/makefile-parser.ts",
    ".gitignore",
    "test/a.test.ts",
    "src/github/client.ts",
    "src/factory/index.ts",
    "src/gradle/reader.ts",
  ])("but not %s", (path) => {
    expect(pathProtection(config)(path)).toEqual({ level: "none" });
    expect(mayChange(path, config)).toBe(true);
  });

  it("is a list of valid patterns, each group with its reason", () => {
    for (const { why, patterns } of PROTECTED_BY_DEFAULT) {
      expect(why).not.toBe("");
      for (const pattern of patterns) expect(PathPattern.safeParse(pattern).success, pattern).toBe(true);
    }
  });
});

describe("what configuration protects", () => {
  const rules = aConfig({ protected_paths: ["migrations/", "secrets.yml"] });

  it.each(["migrations/001.sql", "db/migrations/001.sql", "deep/secrets.yml", "MIGRATIONS/001.sql"])("%s", (path) => {
    expect(pathProtection(rules)(path)).toMatchObject({
      level: "danger-mode",
      why: expect.stringContaining("protected_paths"),
    });
  });

  it("beside what is protected anyway", () => {
    expect(pathProtection(rules)("Makefile").level).toBe("danger-mode");
    expect(pathProtection(rules)("src/a.ts").level).toBe("none");
  });
});

describe("danger mode", () => {
  it("opens exactly what it names", () => {
    expect(mayChange("Makefile", dangerous("Makefile"))).toBe(true);
    expect(mayChange("Dockerfile", dangerous("Makefile"))).toBe(false);
  });

  it("opens nothing while it is off", () => {
    expect(mayChange("Makefile", aConfig({ danger_mode: { enabled: false, paths: ["Makefile"] } }))).toBe(false);
  });

  it("does not change what is protected", () => {
    expect(pathProtection(dangerous("Makefile"))("Makefile").level).toBe("danger-mode");
  });

  it("does not open another spelling of what it names", () => {
    expect(mayChange("MAKEFILE", dangerous("Makefile"))).toBe(false);
  });

  it("leaves ordinary files open", () => {
    expect(mayChange("src/a.ts", dangerous("Makefile"))).toBe(true);
  });
});
