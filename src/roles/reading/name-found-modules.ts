import type { FoundModule } from "../../context/tools/search-index-tool.js";
import { Contract } from "../../domain/contract/contract.js";
import type { SearchResult } from "../../domain/index-entries/search-filter.js";
import { readYaml } from "../../yaml/yaml.js";
import type { Tree } from "./read-task.js";

/** Search results with entry and exports, which their contracts have. People can edit those, so one may be unreadable. */
export async function nameFoundModules(
  tree: Pick<Tree, "readMany">,
  results: readonly SearchResult[],
): Promise<FoundModule[]> {
  const texts = await tree.readMany(results.map(({ entry }) => entry.contract_ref));
  return results.map((result) => {
    const text = texts.get(result.entry.contract_ref);
    const read = text === undefined ? undefined : readYaml(result.entry.contract_ref, text, Contract);
    return read?.ok === true ? { ...result, offers: { entry: read.value.entry, exports: read.value.creates } } : result;
  });
}
