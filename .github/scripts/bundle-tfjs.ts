/**
 * `npm run bundle-tfjs`: TensorFlow.js takes 90 MB as packages, mostly browser builds and their source maps. The part
 * that the local embedder needs becomes one file in src/code-index/embeddings/tfjs, beside its WebAssembly. `--check`
 * writes nothing and fails if a file would change.
 */
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { fetchPackage } from "./fetch-package.js";
import { bundleHeader, TFJS_PACKAGES } from "./tfjs/tfjs-packages.js";
import { writeOrCheck } from "./write-or-check.js";

/** The declarations in `src/code-index/embeddings/tfjs/tfjs.d.cts`. */
const ENTRY = `
  import "@tensorflow/tfjs-backend-wasm";
  export { loadGraphModel } from "@tensorflow/tfjs-converter";
  export { ones, setBackend, tensor2d, tidy, zeros } from "@tensorflow/tfjs-core";
`;
/** With and without the processor's vector instructions. Node uses no threads. */
const WASM = ["tfjs-backend-wasm.wasm", "tfjs-backend-wasm-simd.wasm"];

/** TensorFlow.js can download models; here it never does. */
const WITHOUT_DOWNLOADS: Plugin = {
  name: "without-downloads",
  setup({ onResolve, onLoad }) {
    const contents = 'module.exports = () => { throw new Error("nothing is downloaded here"); };';
    onResolve({ filter: /^node-fetch$/ }, ({ path }) => ({ path, namespace: "absent" }));
    onLoad({ filter: /./, namespace: "absent" }, () => ({ contents }));
  },
};

const folder = await mkdtemp(join(tmpdir(), "tfjs-"));
try {
  for (const each of TFJS_PACKAGES) await fetchPackage(each, { folder });
  const inPackages = (file: string) => join(folder, "node_modules", file);
  const files = new Map<string, Uint8Array>([
    ["src/code-index/embeddings/tfjs/tfjs.cjs", await bundle()],
    ["src/code-index/embeddings/tfjs/LICENSE.txt", await licences(inPackages)],
  ]);
  for (const name of WASM)
    files.set(
      `src/code-index/embeddings/tfjs/${name}`,
      await readFile(inPackages(`@tensorflow/tfjs-backend-wasm/dist/${name}`)),
    );
  process.exitCode = await writeOrCheck(files, { command: "npm run bundle-tfjs" });
} finally {
  await rm(folder, { recursive: true });
}

async function bundle(): Promise<Uint8Array> {
  const { outputFiles } = await build({
    absWorkingDir: folder,
    stdin: { contents: ENTRY, resolveDir: folder },
    bundle: true,
    platform: "node",
    // The packages' files that Node would load.
    mainFields: ["main"],
    format: "cjs",
    target: "node20",
    plugins: [WITHOUT_DOWNLOADS],
    minify: true,
    legalComments: "none",
    banner: { js: bundleHeader() },
    logLevel: "error",
    write: false,
  });
  const [only] = outputFiles;
  if (only === undefined) throw new Error("the bundler wrote nothing");
  return only.contents;
}

/** TensorFlow.js contains no licence text. It has the same licence as long. */
async function licences(inPackages: (file: string) => string): Promise<Uint8Array> {
  const parts = [
    "TensorFlow.js (Copyright Google LLC) and long (Copyright Daniel Wirtz, The Closure Library Authors) are licensed under\n" +
      "the Apache License 2.0; seedrandom, and what it is made of, under the MIT licences that follow it.",
    await readFile(inPackages("long/LICENSE"), "utf8"),
    await firstComment(inPackages("seedrandom/seedrandom.js")),
    await firstComment(inPackages("seedrandom/lib/alea.js")),
  ];
  return Buffer.from(`${parts.map((part) => part.trimEnd()).join(`\n\n${"-".repeat(80)}\n\n`)}\n`);
}

/** A source's comments before its first code. */
async function firstComment(file: string): Promise<string> {
  const [comment = ""] = /^[\s\S]*?(?=^\(function)/m.exec(await readFile(file, "utf8")) ?? [];
  if (!comment.includes("Permission is hereby granted")) throw new Error(`${file} no longer begins with its licence`);
  return comment.trimEnd();
}
