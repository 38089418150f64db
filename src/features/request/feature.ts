import type { FactoryState } from "../../engine/factory-state.js";
import type { Feature } from "../../engine/feature.js";
import type { DecisionInput } from "../../engine/situation.js";
import { isFinished, requestProduct, withdrawRequest } from "../spec/reduce-product.js";
import { detectRequest } from "./detect-request.js";
import { unauthorisedLabelEffects } from "./detect-unauthorised-labels.js";
import { quickFiles } from "./quick-lane.js";

const detect = ({ state, observed, config, now }: Pick<DecisionInput, "state" | "observed" | "config" | "now">) =>
  detectRequest({ state, observed, approvers: config.approvers, now });

/** An issue with the label asks for a product. */
export const request: Feature = {
  name: "request",
  observes: ({ state }) => ({ requestInWork: state === null ? null : requestInWork(state) }),
  files: (situation, event) => (event.kind === "quick-spec-made" ? quickFiles(situation) : []),
  begin: detect,
  earlyEffects: unauthorisedLabelEffects,
  detect,
  // After a release only a deprecation still runs: shipped modules outlive their project.
  endsJobs: (state) => isFinished(state) && state.project?.status !== "RELEASED",
  reduce: {
    "product-requested": requestProduct,
    "request-withdrawn": withdrawRequest,
  },
};

/** Who asked is settled, unless the issue itself is still to be built: then it matters who labelled and who changed it. */
function requestInWork(state: FactoryState): number | null {
  const { request, product } = state;
  const readsIssue = request.lane === "quick" && (product === null || product.phase === "waiting-for-spec");
  return isFinished(state) || readsIssue ? null : request.issue;
}
