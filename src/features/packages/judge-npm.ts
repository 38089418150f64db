import semver from "semver";
import { canonicalJson } from "../../domain/hash.js";
import type { DeclaredDependency } from "../../domain/plan/declared-dependency.js";
import { npmClosure } from "./npm-closure.js";
import { type LegacyPackage, type LockedPackage, type NpmLock, type NpmManifest, packageNameAt } from "./npm-lock.js";
import { webAddress } from "./registries.js";
import type { AddedPackage, Resolution } from "./resolution.js";

export type NpmChange = {
  readonly declared: readonly DeclaredDependency[];
  readonly before: { readonly manifest: NpmManifest; readonly lock: NpmLock };
  readonly after: { readonly manifest: NpmManifest; readonly lock: NpmLock };
  /** Origins of packages that are already in use. */
  readonly registries: ReadonlySet<string>;
};

/**
 * Whether an untrusted lock file is acceptable: only the declared packages and their dependencies are new, each with
 * its hash, from a registry already in use (decisions.md#declared-packages).
 */
export function judgeNpm(change: NpmChange): Resolution {
  const { before, after, declared } = change;
  const known = new Set(Object.entries(before.lock.packages).map(([folder, locked]) => identity(folder, locked)));
  const closure = npmClosure(
    after.lock,
    declared.map(({ name }) => name),
  );
  const fresh = Object.entries(after.lock.packages).filter(
    ([folder, locked]) => folder !== "" && !known.has(identity(folder, locked)),
  );
  const problems = [
    ...manifestProblems(change),
    ...declared.flatMap((dependency) => rangeProblems(dependency, after.lock)),
    ...rootProblems(change),
    ...fresh.flatMap(([folder, locked]) =>
      closure.has(folder)
        ? packageProblems(folder, locked, change)
        : [`${called(folder, locked)} is new, but was not declared, and nothing that was declared needs it`],
    ),
    ...legacyProblems(after.lock),
  ];
  const added = fresh.map(([folder, { version = "", hasInstallScript = false }]): AddedPackage => {
    return { name: packageNameAt(folder) ?? folder, version, runs_scripts: hasInstallScript };
  });
  return { problems, added };
}

/** The same package anywhere in the tree: moving one that is in use adds nothing. */
function identity(folder: string, { name, version, resolved, integrity, link }: LockedPackage): string {
  return canonicalJson([name ?? packageNameAt(folder) ?? folder, version, resolved, integrity, link]);
}

function called(folder: string, { version }: LockedPackage): string {
  return `${packageNameAt(folder) ?? folder}@${version ?? "?"}`;
}

const KINDS = ["dependencies", "devDependencies", "optionalDependencies", "peerDependencies"] as const;

/** The manifest gains the declared packages, and nothing else changes. */
function manifestProblems({ before, after, declared }: NpmChange): string[] {
  const names = new Set(declared.map(({ name }) => name));
  const rest = ({ manifest }: { readonly manifest: NpmManifest }) => {
    const others = (kind: (typeof KINDS)[number]) =>
      Object.fromEntries(Object.entries(manifest[kind]).filter(([name]) => !names.has(name)));
    return canonicalJson({ ...manifest, ...Object.fromEntries(KINDS.map((kind) => [kind, others(kind)])) });
  };
  const updated =
    rest(before) === rest(after) ? [] : ["package.json: something else than the declared packages was changed"];
  const asked = declared.flatMap(({ name }) => {
    const range = KINDS.map((kind) => after.manifest[kind][name]).find((found) => found !== undefined);
    if (range === undefined) return [`package.json: ${name} was declared and is not there`];
    return semver.validRange(range) === null ? [`package.json: ${name}: "${range}" is no range of versions`] : [];
  });
  return [...updated, ...asked];
}

/** The lock file's own copy of the manifest, which `npm ci` compares. */
function rootProblems({ after: { manifest, lock } }: NpmChange): string[] {
  const root = lock.packages[""];
  const same = KINDS.every((kind) => canonicalJson(root?.[kind] ?? {}) === canonicalJson(manifest[kind]));
  return same ? [] : ["package-lock.json depends on something else than package.json says"];
}

function rangeProblems({ name, range }: DeclaredDependency, { packages }: NpmLock): string[] {
  const version = packages[`node_modules/${name}`]?.version;
  if (version === undefined) return [`${name} was declared and is not in package-lock.json`];
  // What is no npm range can only be a tag, which the registry's owner can move.
  if (semver.validRange(range) === null) return [`${name}: "${range}" is no range of versions`];
  return semver.satisfies(version, range, { includePrerelease: true })
    ? []
    : [`${name}@${version} is not in the declared range ${range}`];
}

function packageProblems(folder: string, locked: LockedPackage, { registries, after }: NpmChange): string[] {
  const name = packageNameAt(folder);
  const who = called(folder, locked);
  if (name === undefined || locked.link === true) return [`${who} is a folder of its own and no package of a registry`];
  if (isBundled(folder, locked, after.lock)) return [];
  return [
    ...(locked.name === undefined || locked.name === name ? [] : [`${who} is an alias of ${locked.name}`]),
    ...(semver.valid(locked.version) === null ? [`${who} has no version`] : []),
    ...integrityProblems(who, locked.integrity),
    ...(locked.resolved === undefined ? [] : addressProblems(who, name, locked.resolved, registries)),
  ];
}

/**
 * A bundled package is in the archive of the package above it and covered by that one's hash. What only says so is fetched like any
 * other: below the project itself, npm unpacks it from its address, whatever hash it has.
 */
function isBundled(folder: string, { inBundle, resolved }: LockedPackage, { packages }: NpmLock): boolean {
  const bundler = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")));
  return (
    inBundle === true &&
    resolved === undefined &&
    packageNameAt(bundler) !== undefined &&
    packages[bundler] !== undefined &&
    packages[bundler].link !== true
  );
}

function integrityProblems(who: string, integrity: string | undefined): string[] {
  if (integrity === undefined) return [`${who} has no integrity hash`];
  return /^sha(512|384|256)-[A-Za-z0-9+/]+={0,2}$/.test(integrity)
    ? []
    : [`${who}: its integrity hash ${integrity.slice(0, 40)} is not a strong one`];
}

function addressProblems(who: string, name: string, resolved: string, registries: ReadonlySet<string>): string[] {
  const url = webAddress(resolved);
  if (url === undefined) return [`${who} comes from ${shown(resolved)}, which is no registry`];
  if (!registries.has(url.origin)) return [`${who} comes from ${url.origin}, which is not in use here`];
  // The slash of a scope may be written as %2f.
  const path = url.pathname.replaceAll(/%2[fF]/g, "/").replaceAll("%40", "@");
  return isOfPackage(path, name) ? [] : [`${who} comes from ${shown(resolved)}, which is another package's address`];
}

/** Of a package and of no other: anybody may publish one of the same name in a scope of their own. */
function isOfPackage(path: string, name: string): boolean {
  const at = path.indexOf(`/${name}/`);
  return at !== -1 && !/\/@[^/]*$/.test(path.slice(0, at));
}

const shown = (address: string): string => address.replace(/\/\/[^/@]*@/, "//***@").slice(0, 200);

/** The older tree in the same file must agree, because another npm would install from it. */
function legacyProblems({ packages, dependencies = {} }: NpmLock): string[] {
  const told = new Set(
    Object.entries(packages).map(([folder, { version, resolved, integrity }]) =>
      canonicalJson([packageNameAt(folder), version, resolved, integrity]),
    ),
  );
  const check = (tree: Readonly<Record<string, LegacyPackage>>): string[] =>
    Object.entries(tree).flatMap(([name, { version, resolved, integrity, dependencies: below = {} }]) => [
      ...(told.has(canonicalJson([name, version, resolved, integrity]))
        ? []
        : [`package-lock.json: "dependencies" has another ${name}@${version ?? "?"} than "packages"`]),
      ...check(below),
    ]);
  return check(dependencies);
}
