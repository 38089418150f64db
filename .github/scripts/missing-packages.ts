/**
 * The Debian packages of those named programs that are missing on this machine, separated by blanks: `tsx
 * .github/scripts/missing-packages.ts chromium,go`. The names are in the table of programs for tests.
 */
import { missingPrograms, requiredPrograms } from "../../test/support/programs/missing-programs.js";
import { PROGRAMS } from "../../test/support/programs/program-table.js";

const missing = await missingPrograms(requiredPrograms(process.argv[2]));
process.stdout.write(`${missing.flatMap((name) => PROGRAMS[name].packages).join(" ")}\n`);
