import { readFileSync } from "node:fs";
import { z } from "zod";
import { readYaml } from "../yaml/yaml.js";

const Manifest = z.looseObject({
  default_permissions: z.record(z.string(), z.enum(["read", "write"])),
  default_events: z.array(z.string()),
});

/** The App's own manifest, so that the App has the same permissions here as on GitHub. */
export function appManifest(): {
  readonly permissions: Readonly<Record<string, "read" | "write">>;
  readonly events: readonly string[];
} {
  const text = readFileSync(new URL("../../app.yml", import.meta.url), "utf8");
  const manifest = readYaml("app.yml", text, Manifest);
  // A file of this package, so an error in it is a bug.
  if (!manifest.ok) throw new Error(manifest.refusal.message);
  return { permissions: manifest.value.default_permissions, events: manifest.value.default_events };
}
