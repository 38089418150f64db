import type { StepEnd, StepWork } from "../job/job-context.js";
import type { BuiltInAction } from "../workflow/action-reference.js";
import { checkout } from "./checkout.js";
import { downloadArtifact } from "./download-artifact.js";
import { setupNode } from "./setup-node.js";
import { uploadArtifact } from "./upload-artifact.js";

/** The stand-ins, by the action they replace. */
export const BUILT_INS: Readonly<
  Record<BuiltInAction, (work: StepWork, inputs: Readonly<Record<string, string>>) => Promise<StepEnd>>
> = {
  "actions/checkout": checkout,
  "actions/setup-node": setupNode,
  "actions/upload-artifact": uploadArtifact,
  "actions/download-artifact": downloadArtifact,
};
