import fc from "fast-check";

/**
 * A property starts from the same cases wherever it runs, so that a change is judged by what it changed and not by the luck
 * of a run. Other cases are looked for on purpose: `PROPERTY_SEED=7 npx vitest run test/domain`, or `npm run soak -- properties`.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.PROPERTY_SEED ?? 1) });
