import { versionedRef } from "../../domain/artifacts/versioned-ref.js";
import type { Contract } from "../../domain/contract/contract.js";
import { type ModuleRef, moduleRef, parseModuleRef, type Sha } from "../../domain/ids.js";
import { BuiltModule, plannedRef } from "../../domain/plan/micro-plan.js";
import { renderImpact } from "../../languages/impact.js";
import { writeYaml } from "../../yaml/yaml.js";
import { narrowedCodeRef, unownedCodeRef, workspaceRef } from "../workspace/workspace-refs.js";
import { amendmentOffers } from "./amendment-offers.js";
import { ifKnown, type Offer, offer, offerNone, offerOf, offerTexts } from "./offer.js";
import { renderContract, renderDependency } from "./render-contract.js";
import { renderPaths } from "./render-paths.js";
import type { Call, DependencySurface, RoleFacts } from "./role-facts.js";
import { exportsOffer, sectionOffers } from "./section-offers.js";

/** The module: its contract and files, its dependencies, and what is withheld from it. */
export function moduleOffers(facts: RoleFacts, call: Call): Offer[] {
  const examples = facts.examples === undefined ? undefined : [{ name: "examples.md", text: facts.examples }];
  return [
    ...(facts.contract === undefined ? ifKnown(facts.module, plannedOffer) : [contractOffer(facts.contract)]),
    ...amendmentOffers(facts),
    ...offerTexts({ input: "module-examples", title: "The module's examples", reason: "how it is used" }, examples),
    ...(facts.sections === undefined ? exportsOffer(facts.exports ?? []) : sectionOffers(facts.sections)),
    ...(facts.dependencies ?? []).map(dependencyOffer),
    ...(facts.dependencies?.length === 0 ? [offerNone(NO_DEPENDENCY)] : []),
    ...treeOffers(facts, call),
    ...offerTexts(
      { input: "implementation-source", title: "The module's source", reason: "the module itself" },
      facts.sources,
    ),
    ...ifKnown(facts.impact, (impact) =>
      offer({
        input: "impact-analysis",
        id: "impact",
        title: "Impact analysis",
        reason: "what uses the code to be modified",
        text: renderImpact(impact),
      }),
    ),
    ...ifKnown(facts.semanticCheck, (check) =>
      offer({
        input: "semantic-check",
        id: "semantic-check",
        title: "The question to judge",
        reason: "only a reader can check it",
        text: JSON.stringify(check, null, 2),
      }),
    ),
    ...(facts.seals ?? []).map(({ module_ref }) => sealOffer(module_ref)),
  ];
}

function plannedOffer(module: BuiltModule): Offer {
  return offer({
    input: "module-contract",
    id: `${module.module_id}/plan`,
    title: `This module as planned: ${plannedRef(module)}`,
    reason: "the module to build",
    text: writeYaml(module, BuiltModule),
  });
}

/** Under the module's own reference, which opens its public files in the workspace, too. */
function contractOffer(contract: Contract): Offer {
  const ref = moduleRef(contract.module_id, contract.module_version);
  return offerOf(ref, {
    input: "module-contract",
    title: `Contract of ${ref}`,
    reason: "the contract of this module",
    text: renderContract(contract),
  });
}

function dependencyOffer(surface: DependencySurface): Offer {
  return offerOf(surface.ref, {
    input: "dependency-contracts",
    title: `Public surface of ${surface.ref}`,
    reason: "a declared dependency",
    text: renderDependency(surface),
  });
}

const NO_DEPENDENCY = {
  input: "dependency-contracts",
  id: "no-dependency",
  title: "Public surface of dependencies",
  reason: "none is declared",
  text: "none is declared",
} as const;

/** The references that a guarded workspace looks for. */
function treeOffers({ module, unownedPaths, narrowedPaths = [] }: RoleFacts, { head }: Call): Offer[] {
  if (head === null) return [];
  return [
    ...ifKnown(module, ({ module_id, files }) =>
      offerOf(workspaceRef(module_id, head), {
        input: "workspace",
        title: "The module's files",
        reason: "its own files, as planned",
        text: files.map(({ path, action, reason }) => `${action} ${path}: ${reason}`).join("\n"),
      }),
    ),
    ...ifKnown(unownedPaths, (paths) =>
      offerOf(unownedCodeRef(head), {
        input: "unowned-code",
        title: "Files that no module owns",
        reason: "existing code is open",
        text: renderPaths(paths, narrowedPaths),
      }),
    ),
    ...(narrowedPaths.length === 0 ? [] : [narrowedOffer(narrowedPaths, head)]),
  ];
}

/** The pack says which part is named and not shown; the list of files marks each. */
function narrowedOffer(paths: readonly string[], head: Sha): Offer {
  const offered = offerOf(narrowedCodeRef(head), {
    input: "unowned-code",
    title: "Generated or large files among them",
    reason: `${paths.length} generated or large files are named, not shown`,
    text: `${paths.length} of the files that no module owns are generated or large: \`read\` tells their size alone`,
  });
  return { ...offered, atMost: "METADATA_ONLY" };
}

/** Offered so that the pack shows that it was withheld. No role is granted it, and it has no text. */
function sealOffer(ref: ModuleRef): Offer {
  const { moduleId, version } = parseModuleRef(ref);
  return {
    input: "sealed-source",
    ref: versionedRef(`${moduleId}/source`, version),
    title: `Source of ${ref}`,
    reason: "shipped modules are closed",
    stable: false,
    text: () => {
      throw new Error(`the source of ${ref} is sealed`);
    },
  };
}
