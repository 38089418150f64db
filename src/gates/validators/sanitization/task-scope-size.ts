import { RepoPath } from "../../../domain/contract/repo-path.js";
import { finding, type Validator } from "../../validator.js";

/** More than 4 files asks for decomposition, more than 10 blocks; a locked manifest names files (decisions.md#sizing). */
export const taskScopeSize: Validator = {
  code: "TASK_SCOPE_SIZE",
  gate: 0,
  hard: true,
  runTypes: ["CONTRACT", "EXECUTION"],
  part: "judge",
  fix: "Name every file one by one, without wildcards. If there are too many, split the module into smaller ones.",
  check({ manifest, rules }) {
    const paths = manifest.files.map(({ path }) => path);
    const invalidPaths = paths.filter((path) => !RepoPath.safeParse(path).success);
    const details = { fileCount: paths.length, maxFiles: rules.max_files, invalidPaths };
    if (paths.length === 0) return finding("FAILED", "The manifest names no file", { details });
    if (invalidPaths.length > 0) {
      const message = `${invalidPaths.length} path(s) of the manifest name no single file: ${invalidPaths.join(", ")}`;
      return finding("FAILED", message, { details });
    }
    if (paths.length > rules.max_files) {
      return finding("FAILED", `${paths.length} files, at most ${rules.max_files} are allowed`, { details });
    }
    if (paths.length > rules.decompose_above_files) {
      const message = `${paths.length} files; more than ${rules.decompose_above_files} ask for a split`;
      return finding("WARNING", message, { details });
    }
    return finding("PASSED", `${paths.length} file(s), at most ${rules.max_files} are allowed`, { details });
  },
};
