/**
 * The programs that some tests need in addition to Node, npm, git and a shell. A test or a group names them as tags:
 * `describe("...", { tags: ["chromium"] }, ...)`. Where one is missing, the test is skipped and the end of the run says
 * so.
 */
import { existsSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { probeConfinement } from "../../../src/gates/run/probe-confinement.js";
import { findOnPath, isExecutable } from "./find-on-path.js";
import { findPostgresql } from "./find-postgresql.js";
import { probeAlone } from "./probe-alone.js";
import { succeeds } from "./succeeds.js";

export type Program = {
  /** The name in a sentence: "7 tests need Chromium". */
  readonly title: string;
  /** The Debian packages that provide it. */
  readonly packages: readonly string[];
  readonly isHere: () => Promise<boolean>;
};

/** `CHROMIUM` names a Chromium that is not on PATH. */
export const findChromium = (): string | undefined =>
  [process.env.CHROMIUM ?? "", findOnPath("chromium", "chromium-browser", "google-chrome") ?? ""].find(isExecutable);

export const findScript = (): string | undefined => findOnPath("script");

/** Debian's own repository replaces Maven Central. */
export const MAVEN_REPOSITORY = "/usr/share/maven-repo";
const MAVEN_PARTS = [
  ...["surefire", "compiler", "resources", "jar"].map((name) => `org/apache/maven/plugins/maven-${name}-plugin`),
  "org/junit/jupiter",
];

/** rustup creates a home when it is asked for a tool and has none. The check must not write to the user's home. */
const rustEnvironment = (): NodeJS.ProcessEnv => {
  const homes = [process.env.RUSTUP_HOME ?? "", join(homedir(), ".rustup")];
  return { ...process.env, RUSTUP_HOME: homes.find((folder) => existsSync(folder)) ?? join(tmpdir(), "no-rustup") };
};

const confinementHere = async () => (await probeConfinement(process.env.PATH ?? "")).kind;

export const PROGRAMS = {
  bubblewrap: {
    title: "bubblewrap, and a kernel that lets it work",
    packages: ["bubblewrap"],
    isHere: async () => (await probeAlone("bubblewrap")).kind === "bubblewrap",
  },
  namespaces: {
    title: "unshare and setpriv, as root or by sudo",
    packages: ["util-linux"],
    isHere: async () => (await probeAlone("namespaces")).kind === "namespaces",
  },
  confinement: {
    title: "bubblewrap, or root's unshare and setpriv",
    packages: ["bubblewrap"],
    isHere: async () => (await confinementHere()) !== "none",
  },
  chromium: { title: "Chromium", packages: ["chromium"], isHere: async () => findChromium() !== undefined },
  postgresql: { title: "PostgreSQL", packages: ["postgresql"], isHere: async () => findPostgresql() !== undefined },
  script: { title: "util-linux's script", packages: ["bsdutils"], isHere: async () => findScript() !== undefined },
  nginx: { title: "nginx", packages: ["nginx-light"], isHere: () => succeeds("nginx", ["-v"]) },
  systemd: { title: "systemd", packages: ["systemd"], isHere: () => succeeds("systemd-analyze", ["--version"]) },
  go: { title: "Go", packages: ["golang-go"], isHere: () => succeeds("go", ["version"]) },
  rust: {
    title: "Rust with rustfmt",
    packages: ["cargo", "rustfmt"],
    isHere: () => succeeds("cargo", ["fmt", "--version"], rustEnvironment()),
  },
  python: {
    title: "Python 3.11 or newer",
    packages: ["python3"],
    isHere: () => succeeds("python3", ["-c", "import tomllib"]),
  },
  pytest: {
    title: "Python with pytest",
    packages: ["python3-pytest"],
    isHere: () => succeeds("python3", ["-c", "import pytest"]),
  },
  maven: {
    title: "Maven with the plugins that Debian packages",
    packages: [
      "maven",
      "libsurefire-java",
      "libmaven-compiler-plugin-java",
      "libmaven-resources-plugin-java",
      "libmaven-jar-plugin-java",
      "junit5",
    ],
    isHere: async () =>
      findOnPath("mvn") !== undefined && MAVEN_PARTS.every((part) => existsSync(join(MAVEN_REPOSITORY, part))),
  },
} as const satisfies Record<string, Program>;

export type ProgramName = keyof typeof PROGRAMS;
export const PROGRAM_NAMES = Object.keys(PROGRAMS) as readonly ProgramName[];

declare module "vitest" {
  // A tag that is not in the table does not compile.
  interface TestTags {
    readonly program: ProgramName;
  }
}
