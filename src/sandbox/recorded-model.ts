import { readFileSync } from "node:fs";
import { z } from "zod";
import { sha256 } from "../domain/hash.js";
import { Digest } from "../domain/ids.js";
import { ProductSpec } from "../domain/spec/product-spec.js";
import { ModelUnavailable } from "../errors.js";
import type { Model } from "../ports.js";
import { readYaml } from "../yaml.js";

/** Answers that were given once, for one SPEC.md: the keyless default. */
const RecordedDrafts = z.strictObject({ spec_sha256: Digest, drafts: z.array(ProductSpec).min(1) });

const RECORDING = new URL("../../fixtures/demo/recorded-drafts.yml", import.meta.url);

/** A model that repeats what is recorded, and says so wherever it shows. It knows one SPEC.md and no other. */
export function recordedModel(): Model {
  const path = "fixtures/demo/recorded-drafts.yml";
  const recording = readYaml(path, readFileSync(RECORDING, "utf8"), RecordedDrafts);
  if (!recording.ok) throw new Error(recording.refusal.message);
  const { spec_sha256, drafts } = recording.value;
  return {
    name: "recorded",
    async draftSpec({ specText, round }) {
      if (sha256(specText) !== spec_sha256) {
        throw new ModelUnavailable(
          "The recorded model knows the SPEC.md of the demo and no other. Use a real model for this one, or `fixtures/demo/SPEC.md`.",
        );
      }
      // The first answer to a fresh start; after that, what was recorded for the amendments, the last one again and again.
      return drafts[round.kind === "fresh" ? 0 : Math.min(round.amends, drafts.length - 1)];
    },
  };
}
