import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { fileDatabase } from '../../testing/file-database.ts';

const DOCUMENT = new URL('../../../../../docs/database.md', import.meta.url);
/** Lists each trigger once per event, decoded from the bits of tgtype. */
const TRIGGERS = `
  SELECT DISTINCT format('%s of %s on %s', tgfoid::regproc, tgrelid::regclass, event) AS trigger
  FROM pg_trigger, (VALUES ('insert', 4), ('delete', 8), ('update', 16), ('truncate', 32)) AS events (event, bit)
  WHERE NOT tgisinternal AND tgtype & bit <> 0`;

const file = fileDatabase();

const namesIn = (text: string): string[] => [...text.matchAll(/\w+/g)].map(([name]) => name);

function triggersOfRow(row: string): string[] {
  const [, functionName = '', tables = ''] = row.split('|').map((cell) => cell.replaceAll('`', '').trim());
  return tables.split(';').flatMap((group) => {
    const [names = '', events = ''] = group.split(':');
    return namesIn(names).flatMap((table) =>
      namesIn(events).map((event) => `${functionName} of ${table} on ${event}`),
    );
  });
}

it('docs/database.md lists exactly the triggers of the database, with their tables and events', async () => {
  const listed = (await readFile(DOCUMENT, 'utf8'))
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .flatMap(triggersOfRow);
  const { rows } = await file.database.pool.query<{ trigger: string }>(TRIGGERS);
  expect(listed.length).toBeGreaterThan(40);
  expect(listed.sort()).toEqual(rows.map(({ trigger }) => trigger).sort());
});
