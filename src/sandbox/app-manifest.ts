import { readFileSync } from "node:fs";
import { z } from "zod";
import { readYaml } from "../yaml/yaml.js";

const Manifest = z.looseObject({
  default_permissions: z.record(z.string(), z.enum(["read", "write"])),
  default_events: z.array(z.string()),
});

/** The App's own manifest, so that what it does here it may do on GitHub, too. */
export function appManifest(): {
  readonly permissions: Readonly<Record<string, "read" | "write">>;
  readonly events: readonly string[];
} {
  const text = readFileSync(new URL("../../app.yml", import.meta.url), "utf8");
  const manifest = readYaml("app.yml", text, Manifest);
  // Our own file, in our own package: a mistake in it is a bug.
  if (!manifest.ok) throw new Error(manifest.refusal.message);
  return { permissions: manifest.value.default_permissions, events: manifest.value.default_events };
}
