import type { NpmLock } from "./npm-lock.js";

const NPM_DEFAULT = "https://registry.npmjs.org";

/**
 * Where packages of this project come from already: its lock file's addresses, its `.npmrc`, and npm's own default while
 * that names no other. Compared as origins, so that neither another port nor plain HTTP slips through.
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

/** An address that is fetched over the web, without anybody's password in it; undefined for git, files and the rest. */
export function webAddress(address: string): URL | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const isWeb = url?.protocol === "https:" || url?.protocol === "http:";
  return isWeb && url.username === "" && url.password === "" ? url : undefined;
}
