import { describe, expect, it } from 'vitest';
import { filledDatabase } from '../../testing/file-database.ts';
import { claimNextSql, lockNextSql, processNextRow } from './queue.ts';

const QUEUE = { table: 'queued', key: 'kind, id', due: 'due_at <= $1', order: 'due_at, id' };
const TURNS = { table: 'queued', due: 'true', order: 'due_at, id' };

const test = filledDatabase(`
  CREATE TABLE queued (kind text, id text, due_at int, pieces int NOT NULL DEFAULT 0, PRIMARY KEY (kind, id));
  INSERT INTO queued SELECT 'some', n::text, n FROM generate_series(1, 3) AS n`);

const claim = async (dueAt: number) => {
  const text = claimNextSql(QUEUE, 'due_at = $2', 'SELECT id FROM claimed');
  const { rows } = await test.database.pool.query<{ id: string }>(text, [dueAt, 100]);
  return rows.map(({ id }) => id);
};

describe('claiming a queue row', () => {
  it('returns the next due row, and skips locked and claimed rows', async () => {
    await test.client.query('BEGIN');
    const { rows: locked } = await test.client.query(lockNextSql(QUEUE, 'id'), [2]);
    expect(locked).toEqual([{ id: '1' }]);
    expect(await claim(2)).toEqual(['2']);
    expect(await claim(2)).toEqual([]);
    await test.client.query('ROLLBACK');
    expect((await Promise.all([claim(3), claim(3), claim(3)])).toSorted()).toEqual([[], ['1'], ['3']]);
  });
});

describe('processing a row in order', () => {
  it('is undone after an error, and other rows are processed first', async () => {
    const { database } = test;
    await database.pool.query('UPDATE queued SET due_at = id::int');
    const done: string[] = [];
    const next = (isFailing: boolean) =>
      processNextRow(
        database,
        {
          claim: { name: 'test-claim', text: lockNextSql(TURNS) },
          postpone: {
            name: 'test-postpone',
            text: 'UPDATE queued SET due_at = extract(epoch FROM $2::timestamptz) WHERE id = $1',
          },
          now: () => new Date(60_000),
        },
        async (client, { id }: { id: string }) => {
          await client.query('UPDATE queued SET pieces = pieces + 1, due_at = due_at + 10 WHERE id = $1', [id]);
          if (isFailing) throw new Error(`no ${id}`);
          done.push(id);
        },
      );
    await expect(next(true)).rejects.toThrow('no 1');
    for (let turn = 0; turn < 3; turn += 1) expect(await next(false)).toBe(true);
    expect(done).toEqual(['2', '3', '2']);
    const { rows } = await database.pool.query('SELECT pieces FROM queued ORDER BY id');
    expect(rows).toEqual([{ pieces: 0 }, { pieces: 2 }, { pieces: 1 }]);
    await database.pool.query('DELETE FROM queued');
    expect(await next(false)).toBe(false);
  });
});
