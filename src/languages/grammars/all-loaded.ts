/**
 * Imported where files are read synchronously and cannot wait for a grammar. Gates load only the grammars that they
 * need.
 */

import { READERS } from "../readers.js";
import { loadGrammars } from "./load-grammars.js";

await loadGrammars(READERS);
