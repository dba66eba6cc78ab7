import { describe, expect, it } from 'vitest';
import { untilLockWait } from '../../testing/until-lock-wait.ts';
import {
  PAYMENT_REASON,
  WAYSIDE_PAYMENT_KINDS,
  type WaysidePayment,
  waysidePayments,
} from '../../testing/wayside-payments.ts';

const wayside = waysidePayments();
const { make, ingest, books, newId, sql, runs } = wayside;

type Distortion = (payment: WaysidePayment) => object;
const without = (record: WaysidePayment['record'], key: string) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));

/** Faulty records, with the field that the rejection must name. */
const DISTORTIONS: readonly (readonly [what: string, field: string, Distortion])[] = [
  ['an amount of 0', 'amount', ({ record }) => ({ ...record, amount: 0 })],
  ['another amount', 'amount', ({ record }) => ({ ...record, amount: 1 })],
  ['another mechanic', 'mechanicId', ({ record }) => ({ ...record, mechanicId: newId() })],
  ['another transaction id', 'transactionId', ({ record }) => ({ ...record, transactionId: `OTHER-${newId()}` })],
  ['no transaction id', 'transactionId', ({ record }) => without(record, 'transactionId')],
  ['no amount', 'amount', ({ record }) => without(record, 'amount')],
  ['no mechanic', 'mechanicId', ({ record }) => without(record, 'mechanicId')],
  ['a deletion', '_deleted', ({ id }) => ({ _id: id, _deleted: true, _version: 9 })],
  ['a deletion without a version', '_deleted', ({ id }) => ({ _id: id, _deleted: true })],
];
const DESCRIBED = ['payout', 'approved payout', 'payout of a run', 'loyalty payout'] as const;

describe('[OWN-01] an ingested record of a payment made in Wayside', () => {
  it.each(DESCRIBED)('changes nothing when it equals the stored %s, in every version', async (kind) => {
    const { record } = await make[kind]();
    const before = await books();
    const spelled = { ...record, transactionId: ` ${String(record['transactionId']).toLowerCase()} ` };
    const versions = [
      record,
      { ...spelled, _version: 7 },
      { ...record, _version: 3 },
      { ...record, updatedAt: '2026-01-01' },
    ];
    for (const version of versions)
      expect(await ingest('payouts', version)).toMatchObject([{ outcome: 'unchanged', errors: [] }]);
    const run = await wayside.import('payouts', [record]);
    expect([run.code, run.counts('payouts')]).toEqual([0, [1, 0, 0, 1, 0]]);
    expect(await books()).toBe(before);
  });

  it.each(DESCRIBED)('is rejected with the field name when it differs from the stored %s', async (kind) => {
    const payment = await make[kind]();
    const before = await books();
    for (const [what, field, distort] of DISTORTIONS) {
      const record = distort(payment);
      for (const versioned of [record, { ...record, _version: 1 }, { ...record, _version: 1 }])
        expect(await ingest('payouts', versioned), what).toEqual([
          { index: 0, _id: payment.id, outcome: 'rejected', errors: [{ field, message: PAYMENT_REASON }] },
        ]);
      // Import and ingest share one implementation, so a single kind is enough to show that the import reports it
      // too.
      for (const words of kind === 'payout' ? [[], ['--dry-run']] : []) {
        const { code, rejected } = await wayside.import('payouts', [record], ...words);
        expect([code, rejected], what).toMatchObject([
          2,
          [{ id: payment.id, reason: PAYMENT_REASON, fields: [field] }],
        ]);
      }
    }
    expect(await books()).toBe(before);
    expect(await ingest('payouts', payment.record)).toMatchObject([{ outcome: 'unchanged' }]);
    expect(await wayside.issues()).toEqual([]);
  });

  it('is rejected with every field that differs', async () => {
    const { record } = await make.payout();
    const [result] = await ingest('payouts', { ...record, mechanicId: newId(), amount: 1 });
    expect(result?.errors.map(({ field }) => field)).toEqual(['mechanicId', 'amount']);
  });

  it('does not delay the other records in the request', async () => {
    const [own, mechanic] = [await make.payout(), await runs.mechanic(0)];
    const imported = { _id: newId(), mechanicId: mechanic, amount: 5, transactionId: runs.utr() };
    const results = await ingest('payouts', { ...own.record, amount: 0 }, imported, own.record);
    expect(results.map(({ outcome }) => outcome)).toEqual(['rejected', 'created', 'unchanged']);
  });

  it('is compared with the payment even if an older release overwrote the payment with an import', async () => {
    const { id, record } = await make.payout();
    await sql(
      `INSERT INTO imported_records (collection, id, field_hashes, version) VALUES ('payouts', $1, '\\x00000000', 5)`,
      [id],
    );
    expect(await ingest('payouts', { ...record, amount: 1, _version: 9 })).toMatchObject([{ outcome: 'rejected' }]);
    expect(await ingest('payouts', { ...record, _version: 2 })).toMatchObject([{ outcome: 'unchanged' }]);
  });
});

describe('[OWN-01] the database', () => {
  // The table of owners contains an update of each column.
  const CHANGES = [`UPDATE payouts SET id = repeat('b', 24) WHERE id = $1`, 'DELETE FROM payouts WHERE id = $1'];

  it('prevents the program and the table owner from changing a payout made in Wayside', async () => {
    const { id } = await make.payout();
    for (const change of CHANGES)
      for (const { pool } of [runs.test.program, runs.test.database])
        await expect(pool.query(change, [id]), change).rejects.toThrow(/payout made in Wayside|permission denied/);
    await runs.test.program.pool.query('UPDATE payouts SET amount_paise = amount_paise WHERE id = $1', [id]);
  });

  it('prevents an imported payout from becoming one made in Wayside', async () => {
    const id = newId();
    await ingest('payouts', { _id: id, mechanicId: await runs.mechanic(0), amount: 5 });
    await expect(sql(`UPDATE payouts SET request_hash = '\\x00' WHERE id = $1`, [id])).rejects.toThrow(
      'made in Wayside',
    );
    await expect(sql(`UPDATE payouts SET id = $2 WHERE id = $1`, [id, newId()])).rejects.toThrow('made in Wayside');
  });
});

describe('[OWN-02] the id of an outgoing payment', () => {
  it.each(WAYSIDE_PAYMENT_KINDS)('cannot be used by an ingested payout when it belongs to a %s', async (kind) => {
    const { id } = await make[kind]();
    const before = await books();
    const mechanicId = await runs.mechanic(0);
    const record = { _id: id, mechanicId, amount: 33, transactionId: runs.utr() };
    const [result] = await ingest('payouts', record);
    expect(result).toMatchObject({ _id: id, outcome: 'rejected' });
    expect(result?.errors.map(({ message }) => message)).toContain(PAYMENT_REASON);
    expect((await wayside.import('payouts', [record])).rejected).toMatchObject([{ id, reason: PAYMENT_REASON }]);
    expect(await books()).toBe(before);
  });

  it.each(['void', 'adjustment', 'loyalty payout to a customer'] as const)(
    'is also rejected in a record with the same content when it belongs to a %s',
    async (kind) => {
      const { record } = await make[kind]();
      expect(await ingest('payouts', record)).toMatchObject([
        { outcome: 'rejected', errors: [{ field: '_id', message: PAYMENT_REASON }] },
      ]);
    },
  );

  const INSERTS: Readonly<Record<string, string>> = {
    payouts: 'INSERT INTO payouts (id, mechanic_id, amount_paise) VALUES ($1, $2, 100)',
    loyalty_payouts: `INSERT INTO loyalty_payouts (id, mechanic_id, transaction_id, transaction_key, request_hash, amount_paise, paid_at)
      VALUES ($1, $2, $1, $1, '\\x00', 100, now())`,
    adjustments: `INSERT INTO adjustments (id, mechanic_id, amount_paise, made_at, request_key) VALUES ($1, $2, 100, now(), $1)`,
  };
  const PAIRS = Object.keys(INSERTS).flatMap((one) =>
    Object.keys(INSERTS).flatMap((other) => (one === other ? [] : [[one, other] as const])),
  );

  it.each(PAIRS)('can be in %s or in %s, but not in both', async (one, other) => {
    const [id, mechanic] = [newId(), await runs.mechanic(0)];
    await sql(INSERTS[one] ?? '', [id, mechanic]);
    await expect(sql(INSERTS[other] ?? '', [id, mechanic])).rejects.toMatchObject({
      constraint: 'payment_out_ids_pkey',
    });
  });

  it('cannot be reused, even if it is older than the table of ids', async () => {
    const [id, mechanic] = [newId(), await runs.mechanic(0)];
    await runs.test.database.transaction(async (client) => {
      await client.query('SET LOCAL session_replication_role = replica');
      await client.query(INSERTS['adjustments'] ?? '', [id, mechanic]);
    });
    await expect(sql(INSERTS['loyalty_payouts'] ?? '', [id, mechanic])).rejects.toMatchObject({ code: '23505' });
    await sql(INSERTS['payouts'] ?? '', [newId(), mechanic]);
  });

  it('belongs to only one of two simultaneous transactions', async () => {
    const [id, mechanic] = [newId(), await runs.mechanic(0)];
    const { second } = await runs.test.database.transaction(async (client) => {
      await client.query(INSERTS['payouts'] ?? '', [id, mechanic]);
      const second = sql(INSERTS['adjustments'] ?? '', [id, mechanic]).then(
        () => 'stored',
        (error: { constraint?: string }) => error.constraint,
      );
      await untilLockWait(runs.test.database, 'the second payment waits');
      return { second };
    });
    expect(await second).toBe('payment_out_ids_pkey');
  });

  it('is rejected with the field name when it belongs to another payment, even when only the database detects it', async () => {
    const [id, mechanic] = [newId(), await runs.mechanic(0)];
    await sql(`INSERT INTO payment_out_ids (id, kind) VALUES ($1, 'loyalty')`, [id]);
    expect(await ingest('payouts', { _id: id, mechanicId: mechanic, amount: 5 })).toMatchObject([
      { outcome: 'rejected', errors: [{ field: '_id', message: 'the id is already used by another payment' }] },
    ]);
  });

  it('identifies a payment only together with its kind, so that a void finds the right one', async () => {
    const loyalty = await make['loyalty payout']();
    const mechanic = await runs.mechanic(100);
    // Stored in a form that an older release could have stored.
    await runs.test.database.transaction(async (client) => {
      await client.query('SET LOCAL session_replication_role = replica');
      await client.query(INSERTS['payouts'] ?? '', [loyalty.id, mechanic]);
    });
    const { data } = await wayside.call('finance', 'POST', `/admin/payments-out/loyalty/${loyalty.id}/void`, {
      reason: 'Returned',
    });
    expect(data).toMatchObject({ kind: 'loyalty', amount: 120, voidReason: 'Returned' });
    const { body } = await runs.send('GET', `/payments-out/payout/${loyalty.id}`);
    expect(body.data).toMatchObject({ kind: 'payout', amount: 1, voidedAt: null });
    await sql(`DELETE FROM payouts WHERE id = $1`, [loyalty.id]);
  });
});
