import { event } from "../../engine/event-schema.js";
import { GateMeasure } from "./gate-figures.js";

/** Both reports of a judgement were seen, and are counted once. */
export const GATE_FIGURE_EVENTS = [event("gates-measured", { measure: GateMeasure })] as const;
