/** A registry of npm packages on this machine. The real client installs from it, and a test can make it hostile. */
import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";

export type ServedPackage = {
  readonly name: string;
  readonly version: string;
  readonly manifest?: Readonly<Record<string, unknown>>;
  readonly files: Readonly<Record<string, string>>;
};

/** How it answers: honestly, or without hashes and with archives on another server. */
type RegistryMode = "honest" | "hostile";

export type NpmRegistry = {
  readonly url: string;
  behave(mode: RegistryMode): void;
  /** The requested paths, in order. */
  readonly asked: readonly string[];
  stop(): Promise<void>;
};

export async function startNpmRegistry(packages: readonly ServedPackage[]): Promise<NpmRegistry> {
  const archives = new Map(
    packages.map((each) => [`/${each.name}/-/${each.name}-${each.version}.tgz`, archiveOf(each)]),
  );
  const asked: string[] = [];
  let mode: RegistryMode = "honest";
  const other = await listen(createServer((_, response) => response.end("not here")));
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? "/");
    asked.push(path);
    const archive = archives.get(path);
    if (archive !== undefined) return response.end(archive);
    const versions = packages.filter(({ name }) => path === `/${name}`);
    if (versions.length === 0) return response.writeHead(404, { "content-type": "application/json" }).end("{}");
    const from = mode === "hostile" ? other.url : own.url;
    return response
      .setHeader("content-type", "application/json")
      .end(JSON.stringify(packumentOf(versions, { archives, from, hashed: mode === "honest" })));
  });
  const own = await listen(server);
  return {
    url: own.url,
    asked,
    behave(next) {
      mode = next;
    },
    async stop() {
      await Promise.all([own.stop(), other.stop()]);
    },
  };
}

type Serving = {
  readonly archives: ReadonlyMap<string, Buffer>;
  readonly from: string;
  readonly hashed: boolean;
};

function packumentOf(versions: readonly ServedPackage[], { archives, from, hashed }: Serving) {
  const [first] = versions;
  const entries = versions.map((each) => {
    const path = `/${each.name}/-/${each.name}-${each.version}.tgz`;
    const archive = archives.get(path) ?? Buffer.alloc(0);
    const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
    const scripts = (each.manifest?.["scripts"] ?? {}) as Record<string, string>;
    const hasInstallScript = Object.keys(scripts).some((name) => /^(pre|post)?install$/.test(name));
    const dist = { tarball: `${from}${path}`, ...(hashed ? { integrity } : {}) };
    return [each.version, { ...manifestOf(each), dist, ...(hasInstallScript ? { hasInstallScript } : {}) }] as const;
  });
  const latest = versions.at(-1)?.version;
  return { name: first?.name, "dist-tags": { latest }, versions: Object.fromEntries(entries) };
}

function manifestOf({ name, version, manifest = {} }: ServedPackage) {
  return { name, version, ...manifest };
}

function archiveOf(served: ServedPackage): Buffer {
  const files = { "package.json": JSON.stringify(manifestOf(served)), ...served.files };
  const entries = Object.entries(files).flatMap(([path, text]) => tarEntry(`package/${path}`, Buffer.from(text)));
  return gzipSync(Buffer.concat([...entries, Buffer.alloc(1_024)]));
}

/** One file in the old tar format: a header of 512 bytes with its checksum, then the content in blocks. */
function tarEntry(path: string, content: Buffer): Buffer[] {
  const header = Buffer.alloc(512);
  header.write(path, 0);
  header.write("0000644\0", 100);
  header.write("0000000\0", 108);
  header.write("0000000\0", 116);
  header.write(`${content.length.toString(8).padStart(11, "0")}\0`, 124);
  header.write("00000000000\0", 136);
  header.write("        ", 148);
  header.write("0", 156);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return [header, content, Buffer.alloc((512 - (content.length % 512)) % 512)];
}

function listen(server: Server): Promise<{ readonly url: string; stop(): Promise<void> }> {
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      resolve({
        url: `http://127.0.0.1:${port}`,
        stop: () =>
          new Promise((done) => {
            server.close(() => done());
            server.closeAllConnections();
          }),
      });
    });
  });
}
