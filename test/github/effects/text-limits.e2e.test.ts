import { CASES, describeTexts, isSampled } from "./text-limit-cases.js";

/** All that `text-limits.test.ts` leaves out. */
describeTexts((kind) => CASES.filter((_, row) => !isSampled(row, kind)));
