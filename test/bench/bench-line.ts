/** One measured number, ready to be printed. */
export type BenchLine = { name: string; value: number; unit: string; note?: string };
