import { describe, expect, it } from "vitest";
import { patternMatcher } from "../../../src/domain/config/path-pattern.js";
import { PROTECTED_BY_DEFAULT } from "../../../src/domain/enforcement/protected-by-default.js";
import type { ProtectedClass } from "../../../src/domain/enforcement/protected-group.js";
import { pathProtection } from "../../../src/domain/enforcement/protected-paths.js";
import { aConfig } from "../../support/config.js";

/** Files of each class, at the root and in folders. */
const TABLE: Readonly<Record<ProtectedClass, readonly string[]>> = {
  "declares-dependencies": ["package.json", "a/go.mod", "Cargo.lock"],
  "runs-by-itself": [
    ".vscode/tasks.json",
    "packages/a/.vscode/settings.json",
    ".idea/runConfigurations/a.xml",
    "a.code-workspace",
    ".envrc",
    "sub/.envrc",
    "uv.toml",
    "Directory.Build.props",
    "src/Directory.Build.targets",
    "Directory.Build.rsp",
    "buildSrc/src/main/kotlin/a.kt",
    "vendor/modules.txt",
    "services/a/vendor/modules.txt",
    "binding.gyp",
    "sitecustomize.py",
    "action.yml",
    "tools/check/action.yaml",
    ".goreleaser.yml",
    ".goreleaser.yaml",
    ".releaserc",
    ".releaserc.json",
    "release.config.js",
  ],
  "configures-a-judge": [
    ".mypy.ini",
    ".pytest.ini",
    "sub/pytest.toml",
    "pyrightconfig.json",
    "packages/a/pyrightconfig.json",
    ".oxlintrc.json",
    ".editorconfig",
    ".rubocop.yml",
    "phpunit.xml.dist",
  ],
  "governs-the-repository": [".gitattributes", ".lfsconfig", ".husky/pre-push"],
  "instructs-agents": [
    "AGENTS.override.md",
    "src/AGENTS.override.md",
    ".kiro/steering/a.md",
    ".junie/guidelines.md",
    "sub/.opencode/agent/a.md",
    "opencode.json",
  ],
  "holds-secrets": [
    ".netrc",
    "home/_netrc",
    ".npmrc",
    "sub/.npmrc",
    ".aws/credentials",
    "deploy/.azure/accessTokens.json",
    "deploy/credentials.json",
    "client_secret_12.apps.googleusercontent.com.json",
    "deploy/my-service-account.json",
    "serviceAccountKey.json",
    "gcp_service_account_prod.json",
    "app/release.keystore",
    "app/upload.jks",
    "terraform.tfstate",
    "infra/terraform.tfstate.backup",
    "infra/prod.tfvars",
    ".kube/config",
    "kubeconfig",
    "prod.kubeconfig",
    "www/.htpasswd",
    "keys/id_ed25519",
    ".ssh/config",
    ".docker/config.json",
    ".envrc",
  ],
};

const rows = Object.entries(TABLE).flatMap(([name, paths]) => paths.map((path) => [name, path] as const));

describe("a class of protected files", () => {
  it.each(rows)("%s has %s", (name, path) => {
    const patterns = PROTECTED_BY_DEFAULT.filter((group) => group.class === name).flatMap((group) => group.patterns);
    expect(patternMatcher(patterns, { ignoreCase: true })(path)).toBe(true);
    expect(pathProtection(aConfig())(path).level).toBe("danger-mode");
  });

  it("has at least one group on the list", () => {
    expect(new Set(PROTECTED_BY_DEFAULT.map((group) => group.class))).toEqual(new Set(Object.keys(TABLE)));
  });

  it.each([
    "src/action.ts",
    "src/vendor/modules.ts",
    "src/idea/index.ts",
    "src/credentials.ts",
    "src/service-account.ts",
    "src/keystore.ts",
    "src/terraform/state.ts",
    "src/release.ts",
    "docs/agents.txt",
    "src/default.ts",
  ])("has not %s", (path) => {
    expect(pathProtection(aConfig())(path).level).toBe("none");
  });
});
