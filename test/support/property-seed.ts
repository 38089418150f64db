import fc from "fast-check";

/**
 * Properties use the same cases on every run, so that a change and not chance decides the result. Other cases are
 * requested explicitly: `PROPERTY_SEED=7 npx vitest run test/domain`, or `npm run soak -- properties`.
 */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(process.env.PROPERTY_SEED ?? 1) });
