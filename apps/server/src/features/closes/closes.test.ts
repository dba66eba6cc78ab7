import { describe, expect, it } from 'vitest';
import { type BookOnWire, closesUnderTest } from '../../testing/closes-under-test.ts';
import { moneyRecords } from '../../testing/money-records.ts';

const { runs, paid, close, previewed, calendar, closed, reopen, issues } = closesUnderTest();
const { mechanic, pay, send, sql, newId } = runs;

const at = (day: string, time = '06:00') => `2026-${day}T${time}:00Z`;
const bookOf = (record: { books: readonly BookOnWire[] }, name: string) => {
  const found = record.books.find(({ book }) => book === name);
  if (found === undefined) throw new Error(`there is no book ${name}`);
  return found;
};
/**
 * Returns the sum of all mechanics' balances from the ledger entries whose own day, in India, is not later than the
 * given day.
 */
async function balancesThrough(day: string): Promise<number> {
  const { rows } = await sql(
    'SELECT balance_paise AS paise, least(occurred_at, recorded_at) AS at FROM ledger_entries',
  );
  const isThrough = (instant: Date) => instant.toLocaleDateString('sv-SE', { timeZone: 'Asia/Kolkata' }) <= day;
  return rows.reduce((sum, row) => sum + (isThrough(row.at) ? row.paise : 0), 0) / 100;
}

describe('[CLOS-01] a daily close', () => {
  it('calculates the closing balance from the opening balance and the entries of each kind', async () => {
    const ravi = await mechanic(0);
    await paid(ravi, 1000, at('10-29'));
    // 23:45 on the 30th and 00:15 on the 31st in India.
    await paid(ravi, 500, at('10-30', '18:15'));
    await paid(ravi, 70, at('10-30', '18:45'));
    await paid(ravi, 300, at('10-30'), { method: 'cash' });
    const expected = await balancesThrough('2026-10-30');
    const { status, body } = await close('2026-10-30');
    expect([status, body.message, body.dayCount]).toEqual([200, '30 Oct 2026 is closed.', 1]);
    const { data } = await closed('2026-10-30');
    const balances = bookOf(data, 'balances');
    expect(balances).toMatchObject({
      opening: await balancesThrough('2026-10-29'),
      closing: expected,
      unexplained: 0,
      kinds: [
        { kind: 'platform_earning', count: 1, gross: 500, net: 500, change: 500 },
        { kind: 'cash_earning', count: 1, gross: 300, change: 0 },
      ],
    });
    expect(data).toMatchObject({
      day: '2026-10-30',
      startsAt: '2026-10-29T18:30:00.000Z',
      endsAt: '2026-10-30T18:30:00.000Z',
      timeZone: 'Asia/Kolkata',
      entryCount: 2,
      differences: [],
    });
    expect(await issues()).toEqual([]);
  });

  it('also closes all open days before it, each with the previous closing balance as its opening balance', async () => {
    expect((await previewed('2026-11-02')).dayCount).toBe(3);
    const { body } = await close('2026-11-02');
    expect(body.message).toBe('31 Oct 2026 to 2 Nov 2026 are closed: 3 days.');
    const days = await Promise.all(
      ['2026-10-30', '2026-10-31', '2026-11-01', '2026-11-02'].map(async (day) => (await closed(day)).data),
    );
    for (const [index, { books }] of days.entries())
      for (const { book, opening } of index === 0 ? [] : books)
        expect(opening).toBe(bookOf(days[index - 1], book).closing);
    expect(bookOf(days[1], 'balances').kinds).toEqual([
      expect.objectContaining({ kind: 'platform_earning', count: 1, change: 70 }),
    ]);
    const shown = await calendar('2026-10-29', '2026-11-06');
    expect(shown.days.map(({ state }: { state: string }) => state)).toEqual([
      'before',
      'closed',
      'closed',
      'closed',
      'closed',
      'open',
      'open',
      'today',
      'future',
    ]);
    expect(shown).toMatchObject({ closedThrough: '2026-11-02', firstDay: '2026-10-30', today: '2026-11-05' });
  });

  it('accepts no new entries: later entries are posted to the next open day and keep the date on which they occurred', async () => {
    const before = await closed('2026-10-31');
    const sita = await mechanic(0);
    const id = await paid(sita, 800, at('10-31'));
    const { rows } = await sql(
      'SELECT occurred_at AS "occurredAt", booked_at AS "bookedAt" FROM ledger_entries WHERE source_id = $1',
      [id],
    );
    expect(rows).toEqual([{ occurredAt: new Date(at('10-31')), bookedAt: new Date('2026-11-02T18:30:00Z') }]);
    const listed = await send('GET', `/ledger?sum=balance&mechanic=${sita}`);
    expect(listed.body.data).toMatchObject([
      { occurredAt: '2026-10-31T06:00:00.000Z', bookedAt: '2026-11-02T18:30:00.000Z', balance: 800 },
    ]);
    const [day] = (await calendar('2026-11-03', '2026-11-03')).days;
    expect(day).toMatchObject({ state: 'open', entryCount: 1, lateCount: 1, change: 800 });
    expect(await closed('2026-10-31')).toEqual(before);
    expect(await issues()).toEqual([]);
  });

  it('reverses an entry of a closed day on an open day, and leaves the closed day unchanged', async () => {
    const before = await closed('2026-10-31');
    const sita = await mechanic(0);
    const id = await paid(sita, 45, at('11-04'));
    await close('2026-11-04');
    await sql("UPDATE payments SET status = 'refunded' WHERE id = $1", [id]);
    expect((await pay(sita, 1)).status).toBe(409);
    await moneyRecords(runs.test).post();
    const { rows } = await sql(
      'SELECT kind, coalesce(booked_at, least(occurred_at, recorded_at)) >= $2 AS "isOpen" FROM ledger_entries WHERE source_id = $1 ORDER BY id',
      [id, '2026-11-04T18:30:00Z'],
    );
    expect(rows).toEqual([
      { kind: 'earning', isOpen: false },
      { kind: 'reversal', isOpen: true },
    ]);
    expect(await closed('2026-10-31')).toEqual(before);
    expect(await issues()).toEqual([]);
  });

  it('prevents any write to a closed day', async () => {
    const ravi = await mechanic(0);
    const into = (table: string, columns: string, values: string) =>
      sql(`INSERT INTO ${table} (${columns}) VALUES (${values})`);
    await expect(
      into(
        'ledger_entries',
        'kind, flow, source, source_id, revision, mechanic_id, gross_paise, commission_paise, platform_fee_paise, net_paise, paid_out_paise, bears_fee, occurred_at',
        `'earning', 'platform', 'payment', '${newId()}', 1, '${ravi}', 1, 0, 0, 1, 0, false, '2026-10-31T06:00Z'`,
      ),
    ).rejects.toThrow('in a closed day');
    await expect(
      into(
        'wallet_entries',
        'mechanic_id, kind, amount_paise, recorded_at',
        `'${ravi}', 'opening', 5, '2026-10-31T06:00Z'`,
      ),
    ).rejects.toThrow('in a closed day');
    await expect(sql("UPDATE closes SET document = '{}'")).rejects.toThrow('append-only');
  });

  it.for([
    ['2026-11-05', 409, '5 Nov 2026 has not ended yet. Nothing was closed.'],
    ['2026-12-01', 409, '1 Dec 2026 has not ended yet. Nothing was closed.'],
    [
      '2026-10-31',
      409,
      /^31 Oct 2026 is already closed: .+ closed the days up to 4 Nov 2026 on .+\. Nothing was changed\.$/,
    ],
    ['2026-02-30', 400, 'day must be a day like 2026-02-28'],
    ['', 400, /^day/],
  ] as const)('rejects %s with %s', async ([day, status, message]) => {
    const refused = await close(day);
    expect([refused.status, refused.body.message]).toEqual([
      status,
      typeof message === 'string' ? message : expect.stringMatching(message),
    ]);
  });
});

describe('[CLOS-01] reopening a closed day', () => {
  it('requires an owner and a reason', async () => {
    for (const role of ['manager', 'finance', 'support', 'reviewer', 'viewer'] as const) {
      const { status, body } = await reopen('2026-11-04', await runs.signIn(role));
      expect([role, status, body.message]).toEqual([role, 403, 'Your role may not reopen a closed day.']);
    }
    const owner = await runs.signIn('owner');
    expect((await reopen('2026-11-04', owner, '  ')).body.message).toBe('reason is required');
    expect((await reopen('2026-10-29', owner)).body.message).toBe(
      '29 Oct 2026 is not closed. Nothing was changed.',
    );
  });

  it('also reopens the following days, is logged, and allows entries on these days', async () => {
    const owner = await runs.signIn('owner');
    const { status, body } = await reopen('2026-11-03', owner, 'The bank sent a late answer');
    expect([status, body.message]).toEqual([200, '3 Nov 2026 to 4 Nov 2026 are open again: 2 days.']);
    const { data, history } = await closed('2026-11-04');
    expect([data, history]).toEqual([
      null,
      [
        expect.objectContaining({ isReopening: false }),
        expect.objectContaining({ isReopening: true, reason: 'The bank sent a late answer', number: 7 }),
      ],
    ]);
    const [entry] = (await send('GET', '/activity?entity=close&limit=1', undefined, owner)).body.data;
    expect(entry).toMatchObject({
      action: 'reopened',
      entityId: '2026-11-03',
      note: 'The bank sent a late answer',
      changes: [
        { field: 'day', before: '2026-11-04', after: '2026-11-03' },
        { field: 'dayCount', before: null, after: 2 },
      ],
    });
    const id = await paid(await mechanic(0), 20, at('11-03'));
    const { rows } = await sql('SELECT booked_at AS "bookedAt" FROM ledger_entries WHERE source_id = $1', [id]);
    expect(rows).toEqual([{ bookedAt: null }]);
    expect((await close('2026-11-04')).status).toBe(200);
    expect((await closed('2026-11-04')).history).toHaveLength(3);
    expect(await issues()).toEqual([]);
  });
});

describe('[CLOS-01] an unexplained difference', () => {
  it('is reported by the close with the people concerned, and detected by verify', async () => {
    const owner = await runs.signIn('owner');
    await reopen('2026-11-04', owner);
    const ravi = await mechanic(0);
    await paid(ravi, 100, at('11-04'));
    await sql('UPDATE mechanic_balances SET net_earning_paise = net_earning_paise + 2500 WHERE mechanic_id = $1', [
      ravi,
    ]);
    const seen = await previewed('2026-11-04');
    expect(seen.differences).toEqual([{ book: 'balances', person: ravi, amount: 25 }]);
    expect(bookOf(seen, 'balances').unexplained).toBe(25);
    expect((await close('2026-11-04')).status).toBe(200);
    const { data } = await closed('2026-11-04');
    expect([bookOf(data, 'balances').unexplained, data.differences]).toEqual([25, seen.differences]);
    expect((await calendar('2026-11-04', '2026-11-04')).days[0].unexplained).toBe(25);
    expect((await issues()).join('\n')).toContain(ravi);
    await sql('UPDATE mechanic_balances SET net_earning_paise = net_earning_paise - 2500 WHERE mechanic_id = $1', [
      ravi,
    ]);
    expect(await issues()).toEqual([]);
  });

  it('is reported by verify, with the day, when an entry was inserted into a closed day', async () => {
    const ravi = await mechanic(0);
    await runs.test.database.transaction(async (client) => {
      await client.query('SET LOCAL session_replication_role = replica');
      await client.query(
        `INSERT INTO wallet_entries (mechanic_id, kind, amount_paise, recorded_at) VALUES ('${ravi}', 'source_change', 0, '2026-10-31T06:00Z')`,
      );
    });
    expect(await issues()).toContain('The entries of 31 Oct 2026 differ from those that were closed (wallets).');
    await runs.test.database.transaction(async (client) => {
      await client.query('SET LOCAL session_replication_role = replica');
      await client.query('DELETE FROM wallet_entries WHERE mechanic_id = $1', [ravi]);
    });
    expect(await issues()).toEqual([]);
  });
});

describe('[CLOS-01] two concurrent users', () => {
  it('close a day only once, while payments and wallet changes of that day arrive', async () => {
    const owner = await runs.signIn('owner');
    await reopen('2026-11-04', owner);
    const ravi = await mechanic(0);
    const [one, other] = await Promise.all([
      close('2026-11-04'),
      close('2026-11-04'),
      ...Array.from({ length: 20 }, (_, index) => paid(ravi, 10 + index, at('11-04', '07:00'))),
    ]);
    expect([one.status, other.status].toSorted()).toEqual([200, 409]);
    const { rows } = await sql(
      'SELECT count(*)::int AS count, sum(balance_paise)::int AS paise FROM ledger_entries WHERE mechanic_id = $1',
      [ravi],
    );
    expect(rows).toEqual([{ count: 20, paise: 39_000 }]);
    expect(await issues()).toEqual([]);
  });
});
