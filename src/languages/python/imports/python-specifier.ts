/** Python is imported from its root, which the preset and the gates take to be `src` or `lib` unless that is a package. */
export function pythonSpecifier(path: string, isTopPackage: boolean): string {
  const inside = isTopPackage ? path : path.replace(/^(?:src|lib)\//, "");
  return inside.replace(/(?:\/__init__)?\.py$/i, "").replaceAll("/", ".");
}
