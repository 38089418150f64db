import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

/** A package of the registry, pinned by content: `integrity` is its archive's SHA-512, as in a lock file. */
export type PinnedPackage = { readonly name: string; readonly version: string; readonly integrity: string };

const run = promisify(execFile);

/**
 * Unpacks an additional package below `<folder>/node_modules`, where imports find it, and returns its folder there. It
 * comes from npm's configured registry. None of its scripts runs. `only` names the files to unpack, for packages that
 * are mostly unused.
 */
export async function fetchPackage(
  { name, version, integrity }: PinnedPackage,
  { folder, only = [] }: { readonly folder: string; readonly only?: readonly string[] },
): Promise<string> {
  const packed = await mkdtemp(join(tmpdir(), "fetch-package-"));
  try {
    await run("npm", ["pack", `${name}@${version}`, "--ignore-scripts", "--pack-destination", packed]);
    const [archive = ""] = await readdir(packed);
    const found = `sha512-${createHash("sha512")
      .update(await readFile(join(packed, archive)))
      .digest("base64")}`;
    if (found !== integrity) {
      throw new Error(
        `${name}@${version} is not the package that is pinned: its integrity is ${found}, not ${integrity}. ` +
          "If the version was changed on purpose, pin its integrity, too (`npm view <package>@<version> dist.integrity`); " +
          "if not, the registry answers something else than before: find out why.",
      );
    }
    const target = join(folder, "node_modules", name);
    await mkdir(target, { recursive: true });
    const files = only.map((file) => `package/${file}`);
    await run("tar", ["-xzf", join(packed, archive), "-C", target, "--strip-components=1", ...files]);
    return target;
  } finally {
    await rm(packed, { recursive: true });
  }
}
