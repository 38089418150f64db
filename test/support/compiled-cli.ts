import { resolve } from "node:path";

/** The command line as users start it. It is compiled before all tests (test/support/tiers/compile.ts). */
export const COMPILED_CLI = resolve("dist/cli.js");
