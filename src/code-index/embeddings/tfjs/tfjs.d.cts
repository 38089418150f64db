/** What the local embedder uses of TensorFlow.js. */
export interface Tensor {
  dataSync(): Float32Array | Int32Array | Uint8Array;
}

export interface WeightSpec {
  readonly name: string;
  readonly shape: readonly number[];
  readonly dtype: string;
}

/** A model as `model.json` has it: the graph, and what its weights are. */
export interface ModelJson {
  readonly format?: string;
  readonly modelTopology: object;
  readonly weightsManifest: readonly { readonly paths: readonly string[]; readonly weights: readonly WeightSpec[] }[];
}

/** A model with its weights. */
export interface ModelArtifacts {
  readonly modelTopology: object;
  readonly weightSpecs: readonly WeightSpec[];
  readonly weightData: ArrayBuffer;
}

export interface GraphModel {
  predict(inputs: Readonly<Record<string, Tensor>>): Tensor;
}

export declare function setBackend(name: "wasm"): Promise<boolean>;
export declare function loadGraphModel(source: { load(): Promise<ModelArtifacts> }): Promise<GraphModel>;
export declare function tensor2d(values: readonly number[], shape: readonly [number, number], dtype: "int32"): Tensor;
export declare function ones(shape: readonly [number, number], dtype: "int32"): Tensor;
export declare function zeros(shape: readonly [number, number], dtype: "int32"): Tensor;
/** Runs the function and lets go of every tensor that it made and does not answer. */
export declare function tidy<T>(run: () => T): T;
