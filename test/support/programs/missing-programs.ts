import { PROGRAM_NAMES, PROGRAMS, type Program, type ProgramName } from "./program-table.js";

/** The programs that this machine does not have. */
export async function missingPrograms(names: readonly ProgramName[] = PROGRAM_NAMES): Promise<ProgramName[]> {
  const here = await Promise.all(names.map((name) => PROGRAMS[name].isHere()));
  return names.filter((_, index) => here[index] === false);
}

/** "Chromium (apt-get install chromium)". */
export function howToGet(name: ProgramName): string {
  const { title, packages }: Program = PROGRAMS[name];
  return `${title} (apt-get install ${packages.join(" ")})`;
}

/**
 * The programs in a setting: `all`, or names of the table with commas between them. `FACTORY_REQUIRE_PROGRAMS` has this
 * form. A required program that is missing is an error; otherwise its tests are skipped.
 */
export function requiredPrograms(setting: string | undefined): ProgramName[] {
  if (setting === undefined || setting === "") return [];
  if (setting === "all") return [...PROGRAM_NAMES];
  return setting.split(",").map((word) => {
    const name = PROGRAM_NAMES.find((known) => known === word.trim());
    if (name === undefined) {
      throw new TypeError(
        `${word.trim()} is no program that tests need; there are all, or some of ${PROGRAM_NAMES.join(",")}`,
      );
    }
    return name;
  });
}

export function refuseMissing(missing: readonly ProgramName[], required: readonly ProgramName[]): void {
  const query = missing.filter((name) => required.includes(name));
  if (query.length === 0) return;
  throw new Error(`FACTORY_REQUIRE_PROGRAMS asks for what is not here: ${query.map(howToGet).join("; ")}`);
}
