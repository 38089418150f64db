/**
 * The Debian packages that bring those of the named programs which are missing here, with blanks between them:
 * `tsx .github/scripts/missing-packages.ts chromium,go`. The names are those of the table of programs that tests need.
 */
import { missingPrograms, requiredPrograms } from "../../test/support/programs/missing-programs.js";
import { PROGRAMS } from "../../test/support/programs/program-table.js";

const missing = await missingPrograms(requiredPrograms(process.argv[2]));
process.stdout.write(`${missing.flatMap((name) => PROGRAMS[name].packages).join(" ")}\n`);
