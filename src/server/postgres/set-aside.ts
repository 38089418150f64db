import type { RepositoryRef } from "../../engine/ports.js";
import type { Sql } from "./database.js";
import { repositoryOf } from "./repository-row.js";

/** A repository that failed too often, the reason, and whether it was posted. */
export type SetAside = {
  readonly repository: RepositoryRef;
  readonly reason: string;
  readonly since: string;
  readonly said: boolean;
};

/** How long sweeps skip it; an event there has an effect at once. */
const REST = "1 hour";

type Row = {
  readonly repository: unknown;
  readonly reason: string;
  readonly since: Date;
  readonly said: string | null;
};

const COLUMNS = "repository, reason, since, said";

export async function setAside(sql: Sql, repository: RepositoryRef, reason: string): Promise<SetAside> {
  const [row] = await sql.query<Row>(
    `INSERT INTO factory.set_aside AS aside (repository_id, repository, reason) VALUES ($1, $2, $3)
     ON CONFLICT (repository_id) DO UPDATE SET reason = excluded.reason, tried_at = now()
     RETURNING ${COLUMNS}`,
    [repository.id, JSON.stringify(repository), reason],
  );
  if (row === undefined) throw new Error("a repository could not be set aside");
  return read(row);
}

export async function findSetAside(sql: Sql, { id }: RepositoryRef): Promise<SetAside | null> {
  const [row] = await sql.query<Row>(`SELECT ${COLUMNS} FROM factory.set_aside WHERE repository_id = $1`, [id]);
  return row === undefined ? null : read(row);
}

/** It was tried once more and stays set aside with the known reason; null if it is not set aside. */
export async function restAgain(sql: Sql, { id }: RepositoryRef): Promise<SetAside | null> {
  const [row] = await sql.query<Row>(
    `UPDATE factory.set_aside SET tried_at = now() WHERE repository_id = $1 RETURNING ${COLUMNS}`,
    [id],
  );
  return row === undefined ? null : read(row);
}

/** The reason was posted. Returns whether it is still set aside. */
export async function noteSaid(sql: Sql, { repository, reason }: SetAside): Promise<boolean> {
  const rows = await sql.query("UPDATE factory.set_aside SET said = $2 WHERE repository_id = $1 RETURNING true", [
    repository.id,
    reason,
  ]);
  return rows.length > 0;
}

export async function clearSetAside(sql: Sql, { id }: RepositoryRef): Promise<void> {
  await sql.query("DELETE FROM factory.set_aside WHERE repository_id = $1", [id]);
}

export async function listSetAside(sql: Sql): Promise<SetAside[]> {
  const rows = await sql.query<Row>(`SELECT ${COLUMNS} FROM factory.set_aside ORDER BY since`);
  return rows.map(read);
}

/** The repositories that a sweep skips for now. */
export async function restingIds(sql: Sql): Promise<ReadonlySet<number>> {
  const text = `SELECT repository_id FROM factory.set_aside WHERE tried_at > now() - interval '${REST}'`;
  const rows = await sql.query<{ repository_id: string }>(text);
  return new Set(rows.map(({ repository_id }) => Number(repository_id)));
}

/** Removes repositories in which the App is not installed any more. */
export async function forgetAllBut(sql: Sql, installed: readonly number[]): Promise<void> {
  await sql.query("DELETE FROM factory.set_aside WHERE NOT repository_id = ANY($1)", [installed]);
}

function read({ repository, reason, since, said }: Row): SetAside {
  return { repository: repositoryOf(repository), reason, since: since.toISOString(), said: said === reason };
}
