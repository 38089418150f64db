import { z } from "zod";
import { ExportName } from "../contract/assertion.js";
import { Manifest } from "../contract/manifest.js";
import { Label, MeaningfulText } from "../contract/meaningful-text.js";
import { RepoPath } from "../contract/repo-path.js";
import { ModuleRef } from "../ids.js";
import { ReuseSearchReport } from "../index-entries/reuse-report.js";
import { IoSketch } from "./io-sketch.js";

/** The fields of every planned module (requirements.md#the-micro-plan), reused or built. */
export const plannedModuleFields = {
  name: Label,
  purpose: MeaningfulText,
  io_contract: IoSketch,
  error_cases: z.array(MeaningfulText),
  reuse_candidate_refs: z.array(ModuleRef),
  reuse_justification: MeaningfulText,
};

/**
 * The additional fields of a module that is built: its files, its exports, and the search that found no fitting module.
 */
export const builtModuleFields = {
  reuse_decision: z.literal("CREATE_NEW"),
  reuse_report: ReuseSearchReport,
  entry: RepoPath,
  files: Manifest,
  test_file: RepoPath,
  /** Empty for a plain command: what it does is seen from outside. */
  creates: z.array(ExportName),
  consumes: z.array(ExportName),
};
