import { choosePreset } from "../../gates/presets/detect-preset.js";
import type { LoadedPreset } from "../../gates/presets/preset.js";

type Name = LoadedPreset["name"];

/** The preset for a repository and the reason, with a scaffold if there is no code yet. */
export type SetupPreset =
  | { readonly kind: "detected"; readonly preset: LoadedPreset; readonly by: string }
  | { readonly kind: "scaffold"; readonly preset: LoadedPreset; readonly named: boolean }
  /** No preset fits, or several do: a person must choose. */
  | { readonly kind: "undecided"; readonly why: string };

/** Files that a repository without code may have. */
const NO_CODE = /^(?:SPEC\.md|README.*|LICEN[CS]E.*|CHANGELOG.*|CODE_OF_CONDUCT.*|CONTRIBUTING.*|docs|\..*)$/i;

/** How a spec names its language. "Go" needs context, because alone it is an English verb. */
const LANGUAGES: readonly (readonly [Name, RegExp])[] = [
  ["typescript", /\bTypeScript\b/i],
  ["python", /\bPython\b/i],
  ["rust", /\bRust\b/],
  ["go", /\bGolang\b|\b(?:in|with|using) Go\b|\bGo (?:module|package|program|library|service|[1-9])/],
  ["java-maven", /\bJava\b(?!\s*Script)|\bMaven\b/],
  ["node", /\bNode(?:\.js)?\b|\bJavaScript\b/i],
];

/** For a spec without a language: the preset that needs nothing installed. */
const UNNAMED: Name = "node";

export function setupPreset(
  presets: readonly LoadedPreset[],
  { rootFiles, specText }: { readonly rootFiles: readonly string[]; readonly specText: string | null },
): SetupPreset {
  const chosen = choosePreset(presets, "auto", rootFiles);
  if (chosen.ok) {
    const by = chosen.value.detect.any.find((file) => rootFiles.includes(file));
    return { kind: "detected", preset: chosen.value, by: by ?? chosen.value.name };
  }
  const isEmpty = chosen.refusal.code === "preset-not-found" && rootFiles.every((file) => NO_CODE.test(file));
  const named = firstNamed(specText ?? "");
  const preset = presets.find(({ name }) => name === (named ?? UNNAMED));
  if (!isEmpty || preset === undefined) return { kind: "undecided", why: chosen.refusal.message };
  return { kind: "scaffold", preset, named: named !== undefined };
}

function firstNamed(specText: string): Name | undefined {
  const found = LANGUAGES.flatMap(([name, pattern]) => {
    const at = specText.search(pattern);
    return at === -1 ? [] : [{ name, at }];
  });
  return found.sort((a, b) => a.at - b.at)[0]?.name;
}
