import type { Finding } from "../../doctor/finding.js";
import { openDatabase } from "../../server/postgres/database.js";
import { databaseTrouble } from "../../server/postgres/explain-failure.js";
import { listSetAside } from "../../server/postgres/set-aside.js";

/** The findings about the replicas' database: about itself, and about repositories by id. */
export type QueueFindings = { readonly own: readonly Finding[]; readonly byRepository: ReadonlyMap<number, Finding> };

/** Examines the database that replicas share. Without a database there are no findings. */
export async function examineQueue(url: string | undefined): Promise<QueueFindings> {
  if (url === undefined) return { own: [], byRepository: new Map() };
  const database = openDatabase(url, () => {});
  try {
    const aside = await listSetAside(database);
    return {
      own: [],
      byRepository: new Map(aside.map(({ repository, reason, since }) => [repository.id, setAside(reason, since)])),
    };
  } catch (error) {
    return { own: [unreachable(error)], byRepository: new Map() };
  } finally {
    await database.close();
  }
}

function setAside(reason: string, since: string): Finding {
  return {
    code: "set-aside",
    level: "error",
    what: `Work here is set aside since ${since}.`,
    why: `Every try failed, the last one with: ${reason}`,
    fix: "Mend it and comment anything in the repository; it is also tried again every hour.",
    link: null,
  };
}

function unreachable(error: unknown): Finding {
  return {
    code: "database",
    level: "error",
    ...databaseTrouble(error),
    fix: "Start it, correct DATABASE_URL, or start the App once: it makes the tables.",
    link: null,
  };
}
