/** One small module in each language with a preset. The real tools run it where they are installed. */
import { resolve } from "node:path";
import { MAVEN_REPOSITORY, type ProgramName } from "./programs/program-table.js";

export type Toolchain = {
  readonly preset: "go" | "rust" | "python" | "java-maven" | "typescript";
  /** The programs it needs, in addition to this repository's packages. */
  readonly needs: readonly ProgramName[];
  /** The preset's scaffold, without what this machine cannot install from a registry. */
  readonly base: Readonly<Record<string, string | undefined>>;
  readonly source: { readonly path: string; readonly good: string; readonly bad: string };
  readonly test: { readonly path: string; readonly text: string; readonly names: readonly string[] };
  readonly settings?: object;
  /** Folders that its commands must be able to read, in addition to those of the machine's tools. */
  readonly readable?: readonly string[];
};

/** Debian installs every package with the version `debian`. */
const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>product</groupId>
  <artifactId>product</artifactId>
  <version>0.1.0</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source>
    <maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId>
      <artifactId>junit-jupiter</artifactId>
      <version>debian</version>
      <scope>test</scope>
    </dependency>
  </dependencies>
</project>
`;

/** Our packages replace those that a product installs from a registry. They are linked because there are many. */
const PACKAGES = resolve("node_modules");
const LINKED = `mkdir node_modules && ln -s ${PACKAGES}/.bin ${PACKAGES}/* node_modules/`;

export const TOOLCHAINS: readonly Toolchain[] = [
  {
    preset: "typescript",
    needs: [],
    base: {},
    settings: { overrides: [{ name: "setup", command: LINKED }] },
    readable: [PACKAGES],
    source: {
      path: "src/tag.ts",
      good: "export function normalise(raw: string): string {\n  return raw.toLowerCase();\n}\n",
      bad: "export function normalise(raw: string): string {\n  return raw.toUpperCase();\n}\n",
    },
    test: {
      path: "test/tag.test.ts",
      text: 'import { describe, expect, it } from "vitest";\nimport { normalise } from "../src/tag.js";\n\ndescribe("normalise", () => {\n  it("lowers the case", () => {\n    expect(normalise("News")).toBe("news");\n  });\n  it("keeps the empty text", () => {\n    expect(normalise("")).toBe("");\n  });\n});\n',
      names: ["normalise > lowers the case", "normalise > keeps the empty text"],
    },
  },
  {
    preset: "rust",
    needs: ["rust"],
    base: { "src/lib.rs": "//! The product.\n\npub mod tag;\n", "src/tag.rs": "//! Tags.\n" },
    source: {
      path: "src/tag.rs",
      good: "//! Tags.\n\npub fn normalise(raw: &str) -> String {\n    raw.to_lowercase()\n}\n",
      bad: "//! Tags.\n\npub fn normalise(raw: &str) -> String {\n    raw.to_uppercase()\n}\n",
    },
    test: {
      path: "tests/tag.rs",
      text: 'use product::tag::normalise;\n\n#[test]\nfn lowers_the_case() {\n    assert_eq!(normalise("News"), "news");\n}\n\n#[test]\nfn keeps_the_empty_text() {\n    assert_eq!(normalise(""), "");\n}\n',
      names: ["lowers_the_case", "keeps_the_empty_text"],
    },
  },
  {
    preset: "python",
    needs: ["pytest"],
    base: { "requirements.txt": undefined },
    source: {
      path: "src/tag.py",
      good: "def normalise(raw):\n    return raw.lower()\n",
      bad: "def normalise(raw):\n    return raw.upper()\n",
    },
    test: {
      path: "tests/test_tag.py",
      text: 'from tag import normalise\n\n\ndef test_lowers_the_case():\n    assert normalise("News") == "news"\n\n\ndef test_keeps_the_empty_text():\n    assert normalise("") == ""\n',
      names: ["test_lowers_the_case", "test_keeps_the_empty_text"],
    },
  },
  {
    preset: "go",
    needs: ["go"],
    base: { "go.mod": "module product\n\ngo 1.19\n", "tag/doc.go": "// Package tag holds tags.\npackage tag\n" },
    source: {
      path: "tag/tag.go",
      good: 'package tag\n\nimport "strings"\n\n// Normalise lowers the case of a tag.\nfunc Normalise(raw string) string {\n\treturn strings.ToLower(raw)\n}\n',
      bad: 'package tag\n\nimport "strings"\n\n// Normalise lowers the case of a tag.\nfunc Normalise(raw string) string {\n\treturn strings.ToUpper(raw)\n}\n',
    },
    test: {
      path: "tag/tag_test.go",
      text: 'package tag\n\nimport "testing"\n\nfunc TestLowersTheCase(t *testing.T) {\n\tif got := Normalise("News"); got != "news" {\n\t\tt.Fatalf("got %q, want %q", got, "news")\n\t}\n}\n\nfunc TestKeepsTheEmptyText(t *testing.T) {\n\tif got := Normalise(""); got != "" {\n\t\tt.Fatalf("got %q, want nothing", got)\n\t}\n}\n',
      names: ["TestLowersTheCase", "TestKeepsTheEmptyText"],
    },
  },
  {
    preset: "java-maven",
    needs: ["maven"],
    base: { "pom.xml": POM },
    settings: { overrides: [{ name: "setup", command: `cp -rs ${MAVEN_REPOSITORY} "$HOME/.m2"` }] },
    source: {
      path: "src/main/java/Tag.java",
      good: "final class Tag {\n  static String normalise(String raw) {\n    return raw.toLowerCase();\n  }\n}\n",
      bad: "final class Tag {\n  static String normalise(String raw) {\n    return raw.toUpperCase();\n  }\n}\n",
    },
    test: {
      path: "src/test/java/TagTest.java",
      text: 'import static org.junit.jupiter.api.Assertions.assertEquals;\n\nimport org.junit.jupiter.api.Test;\n\nclass TagTest {\n  @Test\n  void lowersTheCase() {\n    assertEquals("news", Tag.normalise("News"));\n  }\n\n  @Test\n  void keepsTheEmptyText() {\n    assertEquals("", Tag.normalise(""));\n  }\n}\n',
      names: ["TagTest > lowersTheCase", "TagTest > keepsTheEmptyText"],
    },
  },
];
