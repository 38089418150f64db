import type { LockedPackage, NpmLock } from "./npm-lock.js";

/** The folders of these packages and their dependencies, resolved like Node does: in the nearest node_modules above. */
export function npmClosure({ packages }: Pick<NpmLock, "packages">, names: readonly string[]): ReadonlySet<string> {
  const reached = new Set<string>();
  const open = names.flatMap((name) => folderOf(packages, "", name) ?? []);
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    const locked = packages[folder];
    if (locked === undefined || reached.has(folder)) continue;
    reached.add(folder);
    for (const name of neededBy(locked)) {
      const needed = folderOf(packages, folder, name);
      if (needed !== undefined) open.push(needed);
    }
  }
  return reached;
}

/** The dependencies of a package, including peers, which npm installs, too. */
function neededBy({ dependencies, optionalDependencies, peerDependencies }: LockedPackage): string[] {
  return [dependencies, optionalDependencies, peerDependencies].flatMap((ranges) => Object.keys(ranges));
}

function folderOf(packages: NpmLock["packages"], from: string, name: string): string | undefined {
  for (let place: string | undefined = from; place !== undefined; place = above(place)) {
    const folder = place === "" ? `node_modules/${name}` : `${place}/node_modules/${name}`;
    if (packages[folder] !== undefined) return folder;
  }
  return undefined;
}

function above(folder: string): string | undefined {
  if (folder === "") return undefined;
  const at = folder.lastIndexOf("/node_modules/");
  return at === -1 ? "" : folder.slice(0, at);
}
