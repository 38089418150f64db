import type { NpmLock } from "./npm-lock.js";

const NPM_DEFAULT = "https://registry.npmjs.org";

/**
 * The registries that this project already uses: its lock file's addresses, its `.npmrc`, and npm's default unless that
 * names another. They are compared as origins, so that another port or plain HTTP is a difference.
 */
export function registriesInUse(
  lock: Pick<NpmLock, "packages"> | null,
  npmrc: string | undefined,
): ReadonlySet<string> {
  const configured = [...(npmrc ?? "").matchAll(/^[ \t]*(@[^\s:=]+:)?registry[ \t]*=[ \t]*["']?([^\s"']+)/gm)];
  const hasOwn = configured.some(([, scope]) => scope === undefined);
  const addresses = [
    ...Object.values(lock?.packages ?? {}).flatMap(({ resolved }) => resolved ?? []),
    ...configured.map(([, , address]) => address ?? ""),
    ...(hasOwn ? [] : [NPM_DEFAULT]),
  ];
  return new Set(addresses.flatMap((address) => webAddress(address)?.origin ?? []));
}

/** A web address without credentials; undefined for git, files and the rest. */
export function webAddress(address: string): URL | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  return isWeb && url.username === "" && url.password === "" ? url : undefined;
}
