import { readFile } from 'node:fs/promises';

const MONEY = new URL('../../../../docs/money.md', import.meta.url);

/** A fact of the table "Owners" in docs/money.md, with the response that each writer gets when trying to change it. */
export interface OwnedFact {
  readonly fact: string;
  /** `table.column`. */
  readonly columns: readonly string[];
  readonly owner: string;
  /** The possible outcomes of a record, or the status of the call. */
  readonly outside: readonly string[];
  readonly administrator: string;
  readonly bank: string;
  readonly sql: string;
}

/** Reads the table "Owners" of docs/money.md (OWN-01). */
export async function readOwners(): Promise<OwnedFact[]> {
  const [, section = ''] = (await readFile(MONEY, 'utf8')).split('\n## Owners\n');
  const [text = ''] = section.split('\n## ');
  const rows = text.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| fact '));
  return rows.map((line) => {
    const [fact = '', columns = '', owner = '', outside = '', administrator = '', bank = '', sql = ''] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    return {
      ...{ fact, owner, administrator, bank, sql },
      columns: [...columns.matchAll(/`([a-z_.]+)`/g)].map(([, name = '']) => name),
      outside: outside === '–' ? [] : outside.split('; '),
    };
  });
}
