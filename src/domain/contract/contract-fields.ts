import type { Contract } from "./contract.js";
import { effectsOf, errorSurfacesOf } from "./dimensions.js";

/** The names of a contract's inputs, outputs, errors, effects and exports: what a review can cite. */
export function namedFields(contract: Contract): string[] {
  return [
    ...contract.inputs.map(({ name }) => name),
    ...contract.outputs.map(({ name }) => name),
    ...errorSurfacesOf(contract).map(({ name }) => name),
    ...effectsOf(contract).map(({ target }) => target),
    ...contract.creates,
  ];
}
