const EXTENSIONS = ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs"];
/** The source names of a compiled name: `./tag.js` is `./tag.ts` in the source. */
const WRITTEN_AS: Readonly<Record<string, readonly string[]>> = {
  js: ["ts", "tsx", "js", "jsx"],
  jsx: ["tsx", "jsx"],
  mjs: ["mts", "mjs"],
  cjs: ["cts", "cjs"],
};

/** The file of the repository that a relative import names; undefined for packages and missing files. */
export function resolveImport(from: string, specifier: string, has: (path: string) => boolean): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const target = join(from.split("/").slice(0, -1), specifier.split("/"));
  return target === undefined ? undefined : candidates(target).find(has);
}

function candidates(target: string): string[] {
  const dot = target.lastIndexOf(".");
  const extension = target.slice(dot + 1);
  const written = dot === -1 || !Object.hasOwn(WRITTEN_AS, extension) ? [] : (WRITTEN_AS[extension] ?? []);
  const inside = target === "" ? "index" : `${target}/index`;
  return [
    ...written.map((other) => `${target.slice(0, dot)}.${other}`),
    target,
    ...EXTENSIONS.map((other) => `${target}.${other}`),
    ...EXTENSIONS.map((other) => `${inside}.${other}`),
  ];
}

function join(folder: readonly string[], steps: readonly string[]): string | undefined {
  const path = [...folder];
  for (const step of steps) {
    if (step === "" || step === ".") continue;
    if (step !== "..") path.push(step);
    else if (path.pop() === undefined) return undefined;
  }
  return path.join("/");
}
