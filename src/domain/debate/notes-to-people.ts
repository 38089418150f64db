import { z } from "zod";
import { MeaningfulText } from "../contract/meaningful-text.js";

/** What a reviewer wants people to know beside the verdict. It never blocks (decisions.md#notes-to-people). */
export const NotesToPeople = z.array(MeaningfulText.max(600)).max(3);
