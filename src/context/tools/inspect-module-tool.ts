import { z } from "zod";
import { ModuleRef } from "../../domain/ids.js";
import { accept, type Outcome } from "../../domain/refusal.js";
import type { Tool } from "../../model/model-port.js";
import { fenceUntrusted } from "../fence-untrusted.js";
import { renderContract, renderDependency } from "../sections/render-contract.js";
import type { DependencySurface } from "../sections/role-facts.js";
import { defineTool } from "./define-tool.js";

/** A shipped module as anybody may know it: contract, examples, exports and ship evidence, never source. */
type InspectedModule = { readonly surface: DependencySurface; readonly evidence: string };

/** Any module of the code index, or why it cannot be inspected. */
export type InspectModule = (ref: ModuleRef) => Promise<Outcome<InspectedModule>>;

const MAX_CHARACTERS = 40_000;

const Part = z
  .enum(["surface", "contract", "examples", "ship"])
  .default("surface")
  .describe("surface: entry, exports, signatures, dimensions and fingerprint. ship: the evidence of its release.");

/** Reads the public files of any shipped module (decisions.md#what-is-known-of-dependencies). */
export function inspectModuleTool(inspect: InspectModule, boundary: string): Tool {
  return defineTool({
    name: "inspect_module",
    description:
      "Shows what a shipped module promises, by its reference: contract, examples or evidence, never source.",
    Input: z.strictObject({ module_ref: ModuleRef, part: Part }),
    run: async ({ module_ref, part }) => {
      const found = await inspect(module_ref);
      if (!found.ok) return found;
      const label = `${part} of ${module_ref}`;
      const text = partOf(found.value, part);
      return accept(fenceUntrusted(text, { label, boundary, maxCharacters: MAX_CHARACTERS, comments: "keep" }));
    },
  });
}

function partOf({ surface, evidence }: InspectedModule, part: z.infer<typeof Part>): string {
  switch (part) {
    case "surface":
      return renderDependency(surface);
    case "contract":
      return renderContract(surface.contract);
    case "examples":
      return surface.examples;
    case "ship":
      return evidence;
    default:
      return part satisfies never;
  }
}
