import { parentPort } from "node:worker_threads";
import type { SurfaceQuestion } from "../../../domain/contract/compiled-surface.js";
import { compileSurface } from "./compile-surface.js";

if (parentPort === null) throw new Error("surfaces are compiled in a worker thread");
const port = parentPort;
port.on("message", (question: SurfaceQuestion) => port.postMessage(compileSurface(question)));
