import type { REFUND_STATES } from '@wayside/contract/filter-values';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { expireApprovals } from '../../money/ledger/expire-approvals.ts';
import type { Person } from '../../testing/approval-test-team.ts';
import { importFiles } from '../../testing/import-run.ts';
import { moneyRecords } from '../../testing/money-records.ts';
import { killRounds } from '../../testing/program.ts';
import { COMMISSION, FEE_PAISE, type ModelPayment, RefundModel } from '../../testing/refund-model.ts';
import { refundsUnderTest } from '../../testing/refunds-under-test.ts';
import { serviceKeyHeader } from '../../testing/service-key.ts';

const RUNS = killRounds(6).length;
const DAY_MS = 86_400_000;

const under = refundsUnderTest();
const { team, payment, ask, open, decide, balance, issues } = under;
const { send, sql, newId } = team;

let headers: { authorization: string };
beforeAll(() => moneyRecords(team.test).rates(100 * COMMISSION, FEE_PAISE));

interface FoundRefund {
  readonly id: string;
  readonly payment_id: string;
  readonly state: (typeof REFUND_STATES)[number];
  readonly amount: number;
  readonly returned: number;
  readonly percent: number;
  readonly is_own: boolean;
}
const FOUND = `SELECT id, payment_id, state, amount_paise AS amount, returned_paise AS returned, mechanic_percent AS percent,
    requested_by IS NULL AS is_own FROM refunds WHERE payment_id = ANY ($1) ORDER BY requested_at, id`;

/** The records that the calls act on. The refunds are created before the concurrent calls. */
interface Scene {
  readonly staff: { readonly asha: Person; readonly bala: Person; readonly owner: Person };
  readonly mechanic: string;
  readonly payments: readonly string[];
  readonly refunds: readonly FoundRefund[];
}
interface Choice {
  readonly place: number;
  readonly rupees: number;
  readonly percent: number;
}
type Writer = (scene: Scene, choice: Choice) => Promise<unknown>;

const paymentOf = ({ payments }: Scene, { place }: Choice) => payments[place % payments.length] ?? '';
const refundOf = ({ refunds }: Scene, { place }: Choice, isOf: (refund: FoundRefund) => boolean) => {
  const found = refunds.filter(isOf);
  return found[place % found.length] ?? refunds[0];
};
const inState =
  (...states: readonly FoundRefund['state'][]) =>
  (refund: FoundRefund) =>
    states.includes(refund.state);

const post = async (path: string, ...records: readonly object[]) => {
  const { status } = await team.test.call('POST', `/ingest/${path}`, { headers, body: records });
  expect([200, 207]).toContain(status);
};
/** Returns a payment record as the marketplace sends it. The record with the highest version applies. */
let version = 0;
const record = (scene: Scene, choice: Choice) => ({
  ...{ _id: paymentOf(scene, choice), amount: 1000, paymentMethod: 'upi', mechnaicId: scene.mechanic },
  ...{
    status: choice.rupees % 2 ? 'paid' : 'refunded',
    transactionDate: '2026-02-01T10:00:00Z',
    _version: ++version,
  },
});
const step = (who: keyof Scene['staff'], verb: string, isOf: (refund: FoundRefund) => boolean): Writer => {
  return async (scene, choice) => {
    const refund = refundOf(scene, choice, isOf);
    const made = refundOf(scene, choice, ({ is_own: isOwn, amount }) => isOwn && amount === refund?.amount);
    const body = verb === 'link' ? { madeId: made?.id } : { reason: 'No' };
    if (refund) await passes(send(scene.staff[who], 'POST', `/admin/refunds/${refund.id}/${verb}`, body));
  };
};
/**
 * Checks that a call does not cause a server error. A conflict is accepted because another writer may have come
 * first.
 */
async function passes(call: Promise<{ status: number }>): Promise<void> {
  expect([200, 400, 404, 409]).toContain((await call).status);
}

const WRITERS: Readonly<Record<string, Writer>> = {
  request: (scene, choice) =>
    passes(ask(scene.staff.owner, paymentOf(scene, choice), choice.rupees, { mechanicPercent: choice.percent })),
  requestWaiting: (scene, choice) =>
    passes(ask(scene.staff.asha, paymentOf(scene, choice), choice.rupees, { mechanicPercent: choice.percent })),
  approve: step('bala', 'approve', inState('waiting')),
  reject: step('bala', 'reject', inState('waiting')),
  withdraw: step('asha', 'withdraw', inState('waiting')),
  cancel: step('bala', 'cancel', inState('requested')),
  link: step('owner', 'link', inState('requested', 'failed', 'cancelled')),
  dispute: (scene, choice) => passes(open(scene.staff.owner, paymentOf(scene, choice), choice.rupees)),
  correctDueDay: async (scene, choice) => {
    const dispute = refundOf(scene, choice, inState('open'));
    const dueOn = new Date(team.test.clock.now.getTime() + (5 + choice.percent) * DAY_MS)
      .toISOString()
      .slice(0, 10);
    if (dispute) await passes(send(scene.staff.owner, 'POST', `/admin/refunds/${dispute.id}/due-day`, { dueOn }));
  },
  outcome: async (scene, choice) => {
    const dispute = refundOf(scene, choice, inState('open'));
    if (dispute) await passes(decide(scene.staff.bala, dispute.id, choice.rupees % 3 > 0, choice.percent));
  },
  ingest: async (scene, choice) => {
    const refund = refundOf(scene, choice, inState('requested', 'failed', 'cancelled'));
    if (!refund) return;
    const { id: refundId, payment_id: paymentId, amount } = refund;
    const status = choice.rupees % 3 ? 'confirmed' : 'failed';
    const named = choice.percent % 2 ? { refundId } : {};
    await post('refunds', { _id: newId(), paymentId, amount: amount / 100, status, ...named });
  },
  ingestPayment: (scene, choice) => post('payments', record(scene, choice)),
  importPayment: async (scene, choice) => {
    const { code } = await importFiles(team.test.database, { payments: [record(scene, choice)] });
    expect(code).toBe(0);
  },
  job: () => expireApprovals(team.test.database, team.test.clock.now),
  pay: (scene) => passes(team.pay(scene.staff.owner, '10', { mechanicid: scene.mechanic })),
  erase: ({ staff, mechanic }) => passes(send(staff.owner, 'DELETE', `/mechanic/deletemechnic/${mechanic}`)),
};

const RARE = ['importPayment', 'erase'];
const call = fc.record({
  writer: fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...Object.keys(WRITERS).filter((name) => !RARE.includes(name))) },
    { weight: 1, arbitrary: fc.constantFrom(...RARE) },
  ),
  place: fc.nat(20),
  rupees: fc.oneof(fc.constantFrom(100, 101), fc.integer({ min: 1, max: 700 })),
  percent: fc.nat(100),
});
const rounds = fc.array(fc.array(call, { minLength: 6, maxLength: 8, size: 'max' }), {
  minLength: 8,
  maxLength: 10,
  size: 'max',
});

it('[REFD-01, REFD-02, REFD-03] concurrent writers leave states, books and balances that match to the paisa', {
  timeout: 600_000,
}, async () => {
  const again = async (who: Person) => ({ ...who, token: await team.test.signInAs(who.id) });
  await send(team.people.owner, 'PATCH', '/admin/approvals/settings', {
    financeRefund: 0,
    limit: null,
    dayLimit: null,
  });
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(rounds, async (all) => {
      // Create a new key for each run because keys have a request limit.
      headers = await serviceKeyHeader(team.test.database, 'refunds', 'payments');
      const mechanic = newId();
      await moneyRecords(team.test).mechanic(mechanic);
      const payments = [await payment({ mechanic }), await payment({ mechanic })];
      for (const calls of all) {
        const { asha, bala, owner } = team.people;
        const staff = { asha: await again(asha), bala: await again(bala), owner: await again(owner) };
        const { rows: refunds } = await sql(FOUND, [payments]);
        await Promise.all(
          calls.map(({ writer, ...choice }) => WRITERS[writer]?.({ staff, mechanic, payments, refunds }, choice)),
        );
        team.test.clock.now = new Date(team.test.clock.now.getTime() + 2 * DAY_MS);
      }
      await moneyRecords(team.test).post();
      for (const state of await expectBooks(mechanic, payments)) seen.add(state);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  expect([...seen]).toEqual(expect.arrayContaining(['confirmed', 'lost']));
});

/** @returns the states of the refunds */
async function expectBooks(mechanic: string, ids: readonly string[]): Promise<readonly string[]> {
  const { rows: payments } = await sql(
    'SELECT id, method, status, amount_paise AS paid FROM payments WHERE id = ANY ($1)',
    [ids],
  );
  const model = new RefundModel(payments satisfies ModelPayment[]);
  const { rows: refunds } = await sql(FOUND, [ids]);
  for (const { id, payment_id: paymentId, is_own: isOwn, ...refund } of refunds as FoundRefund[]) {
    const of = model.payments.find((each) => each.id === paymentId);
    if (of)
      model.refunds.push({
        ...{ id, payment: of, isOwn, isAfterRefund: false, requestedAt: 0, sentAt: 0, sourceId: '' },
        ...refund,
      });
  }
  for (const of of model.payments) expect(model.claimed(of)).toBeLessThanOrEqual(of.paid);
  const { rows: paidOut } = await sql(
    'SELECT coalesce(sum(amount_paise), 0)::float8 AS paise FROM payouts WHERE mechanic_id = $1',
    [mechanic],
  );
  expect(await balance(mechanic)).toBe(model.balance() - paidOut[0].paise);
  for (const { id, state } of model.refunds) {
    const types = (await under.events(id)).map(({ type }) => type).filter((type) => type === 'refund.confirmed');
    expect([id, state, types.length]).toEqual([id, state, state === 'confirmed' || state === 'linked' ? 1 : 0]);
  }
  expect(await issues()).toEqual([]);
  return model.refunds.map(({ state }) => state);
}
