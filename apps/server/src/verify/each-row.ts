import type pg from 'pg';

const ROWS_AT_ONCE = 1_000;

/**
 * The rows of a query a portion at a time, so that memory stays flat however many there are. Inside of a transaction, and
 * one at a time: each is read to its end before the next begins.
 */
export async function* eachRow<R extends pg.QueryResultRow>(
  client: pg.ClientBase,
  text: string,
): AsyncGenerator<R, void> {
  await client.query(`DECLARE proof NO SCROLL CURSOR FOR ${text}`);
  for (;;) {
    const { rows } = await client.query<R>(`FETCH ${ROWS_AT_ONCE} FROM proof`);
    if (rows.length === 0) break;
    yield* rows;
  }
  await client.query('CLOSE proof');
}
