/** Archives that no honest run uploads. */
import { strFromU8, strToU8, zipSync } from "fflate";

export const zipped = (files: Readonly<Record<string, string>>, level: 0 | 9 = 9): Uint8Array<ArrayBuffer> =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), { level });

/** Two files with the same name. Archive tools do not make this; a program that writes bytes does. */
export function withTwoReports(first: string, second: string): Uint8Array<ArrayBuffer> {
  const latin = strFromU8(zipped({ "report.json": first, "report.jso2": second }, 0), true);
  return strToU8(latin.replaceAll("report.jso2", "report.json"), true) as Uint8Array<ArrayBuffer>;
}
