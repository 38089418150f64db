import type { Contract } from "./contract.js";
import { effectsOf, errorSurfacesOf } from "./dimensions.js";

/** The names that a contract gives to what goes in, comes out, goes wrong, is touched and is made: what a review can cite. */
export function namedFields(contract: Contract): string[] {
  return [
    ...contract.inputs.map(({ name }) => name),
    ...contract.outputs.map(({ name }) => name),
    ...errorSurfacesOf(contract).map(({ name }) => name),
    ...effectsOf(contract).map(({ target }) => target),
    ...contract.creates,
  ];
}
