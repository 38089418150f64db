/** Imported where files are read at once: what is shown of a file cannot wait for its grammar. Gates load what they need. */

import { READERS } from "../readers.js";
import { loadGrammars } from "./load-grammars.js";

await loadGrammars(READERS);
