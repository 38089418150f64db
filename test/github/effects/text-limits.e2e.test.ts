import { CASES, describeTexts } from "./text-limit-cases.js";

describeTexts(() => CASES);
