import { servesTests } from "../languages/test-reading/serves-tests.js";
import type { ContractReading } from "./contract-reading.js";
import type { GateManifest } from "./gate-context.js";

/**
 * Whether files belong to the judged product, whatever their folders are called: a check in them is the product's, not
 * a test's.
 */
export function productFiles(
  { files, testFile, entry }: GateManifest,
  contract: ContractReading,
): (path: string) => boolean {
  const artifacts = contract.kind === "read" ? contract.contract.target_artifacts : [];
  const built = files.map(({ path }) => path).filter((path) => !servesTests(path));
  const product = new Set([...(entry === null ? [] : [entry]), ...artifacts, ...built]);
  product.delete(testFile);
  return (path) => product.has(path);
}
