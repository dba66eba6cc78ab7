import { beforeEach, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { verifyIntegrity } from '../../testing/integrity.ts';
import { mechanicWithBalance } from '../../testing/mechanic-with-balance.ts';
import { fillTransactionKeys } from './fill-transaction-keys.ts';

const owed = mechanicWithBalance();
const { application, pay, newId, newNumber } = owed;
const sql = (text: string, values: unknown[] = []) => application.database.pool.query(text, values);
const newUtr = () => `HDFCN52026${String(newNumber()).padStart(12, '0')}`;
const fill = () => fillTransactionKeys(application.database);
const issues = async () => (await verifyIntegrity(application.database)).issues;

/** Simulates a database of the previous release, in which the trigger and the stored ids use only the old form. */
async function asBefore(work: () => Promise<void>): Promise<void> {
  await sql(
    `CREATE OR REPLACE FUNCTION comparable_transaction_key(stored text) RETURNS text LANGUAGE sql IMMUTABLE AS 'SELECT stored'`,
  );
  try {
    await work();
  } finally {
    await sql(COMPARABLE);
  }
}
let COMPARABLE = '';
beforeEach(async () => {
  await sql(`DELETE FROM drizzle.back_fills WHERE name = 'transaction-keys'`);
  if (COMPARABLE !== '') return;
  const { rows } = await sql(`SELECT pg_get_functiondef('comparable_transaction_key'::regproc) AS text`);
  COMPARABLE = rows[0].text;
});

/** Inserts a payout as the previous release stores it. */
async function oldPayout(transactionId: string, key: string, paidAt: string, paise = 10_000): Promise<string> {
  const id = newId();
  await sql(
    `INSERT INTO payouts (id, mechanic_id, transaction_id, transaction_key, amount_paise, method, request_hash, paid_at)
     VALUES ($1, $2, $3, $4, $6, 'bank_transfer', '\\x01', $5)`,
    [id, owed.mechanic, transactionId, key, paidAt, paise],
  );
  return id;
}
const ownerOf = async (key: string) =>
  (await sql('SELECT coalesce(payout_id, loyalty_payout_id) AS id FROM transaction_ids WHERE key = $1', [key]))
    .rows[0]?.id;

describe('[OWN-03] payments in a database without transaction keys', () => {
  it('block every spelling of their transaction ids', async () => {
    const [plain, spaced, dashed] = [newUtr(), newUtr(), newUtr()];
    const written = [plain, `UTR ${spaced.slice(0, 8)} ${spaced.slice(8)}`, dashed.replace('2026', '–2026–')];
    await asBefore(async () => {
      for (const each of written) await oldPayout(each, each.toLowerCase(), '2026-01-01');
    });
    await fill();
    for (const utr of [plain, spaced, dashed]) {
      const rejected = await pay({ amount: '200', transaction_id: utr.replaceAll(/(.{4})/g, '$1-') });
      expect([utr, rejected.status]).toEqual([utr, 409]);
    }
  });

  it('return the first response to the same request in any spelling', async () => {
    const utr = newUtr();
    await asBefore(async () => void (await oldPayout(`UTR ${utr}`, `utr ${utr.toLowerCase()}`, '2026-01-01')));
    await fill();
    for (const transaction_id of [`UTR ${utr}`, utr, `utr-${utr.toLowerCase()}`]) {
      const { status, body } = await pay({ amount: '100', transaction_id });
      expect([status, body.message]).toEqual([200, `₹100 paid, transaction ID UTR ${utr}.`]);
    }
  });

  it('are both retained if their transaction ids differ only in spelling; the earlier payout owns the id, and repeating either request returns its first response', async () => {
    const utr = newUtr().toLowerCase();
    const ids = { late: '', first: '' };
    await asBefore(async () => {
      ids.late = await oldPayout(`UTR ${utr}`, `utr ${utr}`, '2026-02-01', 15_000);
      ids.first = await oldPayout(`UTR-${utr}`, `utr-${utr}`, '2026-01-01');
    });
    await fill();
    expect([await ownerOf(utr), await ownerOf(`utr ${utr}`)]).toEqual([ids.first, ids.late]);
    expect((await pay({ amount: '150', transaction_id: `UTR ${utr}` })).body.message).toBe(
      `₹150 paid, transaction ID UTR ${utr}.`,
    );
    expect((await pay({ amount: '200', transaction_id: utr })).status).toBe(409);
    expect((await issues()).filter((issue) => issue.includes('transaction id'))).toEqual([]);
  });

  it('are processed once: a second run adds nothing, and a run that is killed leaves nothing behind', async () => {
    const utr = newUtr().toLowerCase();
    await asBefore(async () => void (await oldPayout(`UTR ${utr}`, `utr ${utr}`, '2026-01-01')));
    const other = await application.database.pool.connect();
    try {
      // The back-fill waits for the lock on this row and is then terminated.
      await other.query('BEGIN');
      await other.query('INSERT INTO transaction_ids (key, payout_id) SELECT $1, id FROM payouts LIMIT 1', [utr]);
      const killed = expect(fill()).rejects.toThrow();
      await eventually('the start waits', async () => {
        const { rows } = await sql(
          `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%WITH added%' AND datname = current_database()`,
        );
        return rows.length === 1;
      });
      await killed;
    } finally {
      await other.query('ROLLBACK');
      other.release();
    }
    expect(await ownerOf(utr)).toBeUndefined();
    await Promise.all([fill(), fill(), fill()]);
    const { rows } = await sql('SELECT count(*)::int AS n FROM transaction_ids');
    await fill();
    expect((await sql('SELECT count(*)::int AS n FROM transaction_ids')).rows).toEqual(rows);
    expect(await ownerOf(utr)).toBeDefined();
  });

  it('block every spelling also when a node of the previous release adds them later', async () => {
    await fill();
    const [utr, other] = [newUtr(), newUtr()];
    await oldPayout(`Ref ${utr}`, `ref ${utr.toLowerCase()}`, '2026-11-01');
    expect((await pay({ amount: '200', transaction_id: utr })).status).toBe(409);
    expect((await pay({ amount: '200', transaction_id: other })).status).toBe(200);
    // The old node does not know the new form, but the database rejects the id.
    await expect(oldPayout(`Ref ${other}`, `ref ${other.toLowerCase()}`, '2026-11-01')).rejects.toMatchObject({
      constraint: 'transaction_ids_pkey',
    });
    const dashed = newUtr();
    await oldPayout(dashed, dashed.toLowerCase().replace('2026', '–2026'), '2026-11-01');
    await fill();
    expect((await pay({ amount: '200', transaction_id: dashed })).status).toBe(409);
  });
});
