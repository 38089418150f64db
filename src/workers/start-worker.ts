import { Worker, type WorkerOptions } from "node:worker_threads";

/**
 * Starts a module as a worker: compiled as it is, or from source through the same loader as the rest. Node 20 does not
 * give a worker's own file to loaders, so there a line of plain JavaScript brings it in. The flags of this process are
 * not the worker's.
 */
export function startWorker(module: URL, options: Pick<WorkerOptions, "resourceLimits"> = {}): Worker {
  if (!import.meta.url.endsWith(".ts")) return new Worker(module, { execArgv: [], ...options });
  const source = JSON.stringify(module.href.replace(/\.js$/, ".ts"));
  const load = `import("tsx/esm/api").then(({ register }) => { register(); return import(${source}); });`;
  return new Worker(load, { eval: true, execArgv: [], ...options });
}
