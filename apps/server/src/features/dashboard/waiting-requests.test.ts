import { describe, expect, it } from 'vitest';
import type { Person } from '../../testing/approval-test-team.ts';
import { moneyRecords } from '../../testing/money-records.ts';
import { refundsUnderTest } from '../../testing/refunds-under-test.ts';

const under = refundsUnderTest();
const { team, payment, ask } = under;
const { send, sql } = team;

const countsOf = async (who: Person) => {
  const { body } = await send(who, 'GET', '/admin/attention');
  const of = (kind: string) => body.data.find((item: { kind: string }) => item.kind === kind)?.count ?? 0;
  return {
    approvals: of('approvals'),
    refunds: of('refunds_to_approve'),
    writeOffs: of('write_offs_to_approve'),
    own: of('own_requests'),
  };
};
const requestWriteOff = (who: Person) =>
  sql(
    `INSERT INTO settlement_lines (source, type, state, day, amount_paise, net_paise, expected_paise, needs_match, requested_by, requested_at, requested_paise, request_reason)
     VALUES ('payments', 'payment', 'missing_there', '2026-11-04', 0, 0, 200000, false, $1, now(), 200000, 'Bank charge')`,
    [who.id],
  );

describe('[WORK-01, TEAM-06] needs attention', () => {
  it('[REFD-02, RECON-03] counts items that need a second person for other users, and as own requests for the requester', async () => {
    const { asha, bala } = team.people;
    const viewer = await team.signIn('viewer');
    const before = { asha: await countsOf(asha), bala: await countsOf(bala) };
    await team.requestPayout(asha, 2000);
    expect((await ask(asha, await payment({ rupees: 6000 }), 6000)).body.data.state).toBe('waiting');
    await requestWriteOff(asha);
    const { approvals, refunds, writeOffs, own } = before.bala;
    expect(await countsOf(bala)).toEqual({
      ...{ approvals: approvals + 1, refunds: refunds + 1, writeOffs: writeOffs + 1, own },
    });
    expect(await countsOf(asha)).toEqual({ ...before.asha, own: before.asha.own + 3 });
    expect(await countsOf(viewer)).toEqual({ approvals: 0, refunds: 0, writeOffs: 0, own: 0 });
  });
});

it('[WORK-01, RECON-03] shows how far yesterday’s settlements are below the expected amount, once a settlement report covers the day', async () => {
  const { asha } = team.people;
  const read = async (who: Person) => {
    const { body } = await send(who, 'GET', '/admin/attention');
    return body.data.find(({ kind }: { kind: string }) => kind === 'yesterday_shortfall');
  };
  const at = { transacted_at: '2026-11-04T06:00:00Z' };
  const money = moneyRecords(team.test);
  await money.payment(team.newId(), { ...at, amount_paise: 90_000, method: 'upi' });
  await money.payment(team.newId(), { ...at, amount_paise: 10_050, method: 'card' });
  await money.payment(team.newId(), { ...at, amount_paise: 70_000, method: 'cash' });
  expect(await read(asha)).toBeUndefined();
  await sql(
    `WITH file AS (INSERT INTO settlement_files (id, kind, profile, definition, name, hash, line_count, total_paise, first_day, last_day, uploaded_at, uploaded_by)
       VALUES (repeat('5', 24), 'gateway', 'razorpay', '{}', 'a.csv', '\\x00', 1, 90000, '2026-11-04', '2026-11-04', now(), 'x') RETURNING id)
     INSERT INTO settlement_lines (file_id, line, source, type, state, day, amount_paise, net_paise, needs_match)
     SELECT id, 1, 'razorpay', 'payment', 'missing_here', '2026-11-04', 90000, 90000, false FROM file`,
  );
  const { body } = await send(asha, 'GET', '/admin/reconciliation-days?from=2026-11-04&to=2026-11-04');
  expect(await read(asha)).toEqual({
    ...{ kind: 'yesterday_shortfall', count: 1, oldestAt: '2026-11-03T18:30:00.000Z' },
    amount: body.data[0].difference,
  });
  expect(body.data[0]).toMatchObject({ settled: 900, difference: 100.5 });
  expect(await read(await team.signIn('viewer'))).toBeUndefined();
});
