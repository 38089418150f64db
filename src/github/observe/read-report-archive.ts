import { strFromU8, unzipSync } from "fflate";
import { jsonExtent } from "../../domain/json-extent.js";
import { accept, type Outcome, refuse } from "../../domain/refusal.js";

/** Limits of a run's archive. A hostile archive is small, has many entries, or expands: each is refused unread. */
export const MAX_ARCHIVE_BYTES = 10_000_000;
/** It is stored as YAML with this limit (`YAML_LIMITS`): a larger one could not be read again. */
const MAX_REPORT_BYTES = 8_000_000;
/** 20,000 tests of a suite, and as many of a module, have 300,000. */
const MAX_VALUES = 400_000;
const MAX_ENTRIES = 20;
/** A report compresses to a twentieth, a bomb to a thousandth. Small entries are exempt. */
const MAX_RATIO = 200;
const RATIO_MATTERS_ABOVE = 1_000_000;
const MAX_DEPTH = 30;

const REPORT_NAME = "report.json";

type Entry = { readonly name: string; readonly size: number; readonly originalSize: number };

/** The JSON value of the report in a zip, or why there is none. */
export function readReportArchive(zip: Uint8Array): Outcome<unknown> {
  if (zip.length > MAX_ARCHIVE_BYTES) {
    return refuse("archive-too-large", `the archive has ${zip.length} bytes; at most ${MAX_ARCHIVE_BYTES} are read`);
  }
  const entries: Entry[] = [];
  const listed = unpack(zip, (entry) => {
    entries.push(entry);
    return false;
  });
  if (listed === null) return refuse("archive-unreadable", "the archive is not a readable zip file");
  const problem = problemWith(entries);
  if (problem !== undefined) return problem;
  const text = unpack(zip, ({ name }) => name === REPORT_NAME)?.[REPORT_NAME];
  if (text === undefined) return refuse("archive-unreadable", `${REPORT_NAME} in the archive cannot be unpacked`);
  return parse(text);
}

function problemWith(entries: readonly Entry[]): Outcome<never> | undefined {
  if (entries.length > MAX_ENTRIES) {
    return refuse(
      "archive-too-many-entries",
      `the archive has ${entries.length} entries; at most ${MAX_ENTRIES} are read`,
    );
  }
  const unsafe = entries.find(({ name }) => !isPlainName(name));
  if (unsafe !== undefined) {
    return refuse("archive-unsafe-name", `the archive names a file outside itself: ${JSON.stringify(unsafe.name)}`);
  }
  const reports = entries.filter(({ name }) => name === REPORT_NAME);
  const [report] = reports;
  if (report === undefined || reports.length > 1) {
    return refuse(
      "archive-without-report",
      `the archive holds ${reports.length} files named ${REPORT_NAME}; it must hold one`,
    );
  }
  const { size, originalSize } = report;
  if (originalSize > MAX_REPORT_BYTES) {
    return refuse("report-too-large", `${REPORT_NAME} has ${originalSize} bytes; at most ${MAX_REPORT_BYTES} are read`);
  }
  if (originalSize > RATIO_MATTERS_ABOVE && originalSize > size * MAX_RATIO) {
    return refuse("archive-bomb", `${REPORT_NAME} unpacks to more than ${MAX_RATIO} times its size in the archive`);
  }
  return undefined;
}

function isPlainName(name: string): boolean {
  return name !== "" && !/^[/\\]|\\|^[a-z]:|\p{Cc}/iu.test(name) && !name.split("/").includes("..");
}

/** The declared sizes also limit the unpacking: the library never grows its buffer. */
function unpack(zip: Uint8Array, filter: (entry: Entry) => boolean): Record<string, Uint8Array> | null {
  try {
    return unzipSync(zip, { filter });
  } catch {
    return null; // the archive is unreadable for whatever reason, and that is reported
  }
}

function parse(bytes: Uint8Array): Outcome<unknown> {
  const { values, depth } = jsonExtent(bytes);
  if (depth > MAX_DEPTH) {
    return refuse("report-too-deep", `${REPORT_NAME} is nested deeper than ${MAX_DEPTH} levels`);
  }
  if (values > MAX_VALUES) {
    return refuse("report-too-many-values", `${REPORT_NAME} has ${values} values; at most ${MAX_VALUES} are read`);
  }
  try {
    return accept(JSON.parse(strFromU8(bytes)));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return refuse("report-not-json", `${REPORT_NAME} is not JSON: ${error.message}`);
  }
}
