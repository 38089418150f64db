import type { Feature } from "../../engine/feature.js";
import type { DecisionInput } from "../../engine/situation.js";
import { requestProduct, withdrawRequest } from "../spec/reduce-product.js";
import { detectRequest } from "./detect-request.js";

const detect = ({ state, observed, config, now }: Pick<DecisionInput, "state" | "observed" | "config" | "now">) =>
  detectRequest({ state, observed, approvers: config.approvers, now });

/** An issue with the label asks for a product. */
export const request: Feature = {
  name: "request",
  begin: detect,
  detect,
  reduce: {
    "product-requested": requestProduct,
    "request-withdrawn": withdrawRequest,
  },
};
