/** Python imports start at the root. For presets and gates that is `src` or `lib`, unless that folder is a package. */
export function pythonSpecifier(path: string, isTopPackage: boolean): string {
  const inside = isTopPackage ? path : path.replace(/^(?:src|lib)\//, "");
  return inside.replace(/(?:\/__init__)?\.py$/i, "").replaceAll("/", ".");
}
