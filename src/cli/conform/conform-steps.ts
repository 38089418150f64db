import { accessStep } from "./access-step.js";
import { oldWorkflowsStep } from "./old-workflows-step.js";
import { raceStep, squashStep } from "./probe-steps.js";
import { dispatchStep, releaseStep, reportStep, shippedStep, specStep } from "./product-steps.js";
import { doctorStep, setUpStep } from "./set-up-steps.js";
import type { Step } from "./step.js";

/** In the order in which they are tried. */
export const STEPS: readonly Step[] = [
  accessStep,
  doctorStep,
  setUpStep,
  raceStep,
  squashStep,
  specStep,
  dispatchStep,
  reportStep,
  oldWorkflowsStep,
  shippedStep,
  releaseStep,
];

/** What no token can do, for the person to try. */
export const CLICKS: readonly string[] = [
  "Open the pull request of a task, go to Checks, and re-run a check of the App there: the App answers with a new look.",
  "Open a halted task's check and press one of its buttons. (To see a halt, ask for something by an issue labelled `factory:quick`, with a MODEL of your own.)",
  "Switch on a merge queue, or required reviews, for the default branch, run `factory doctor` and read what it says about it.",
  "Suspend the App's installation and unsuspend it: `factory doctor` says so in between.",
];
