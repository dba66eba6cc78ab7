import { REFUND_STATES } from '@wayside/contract/filter-values';
import type { RefundState } from '@wayside/contract/refunds';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { lockLedger } from '../../money/ledger/post-entries.ts';
import { moneyRecords } from '../../testing/money-records.ts';
import { killRounds } from '../../testing/program.ts';
import { refundsUnderTest } from '../../testing/refunds-under-test.ts';

const RUNS = killRounds(15).length;
const STEPS = { minLength: 20, maxLength: 40, size: 'max' } as const;
const COMMISSION = 0.1;
const FEE_PAISE = 4900;

const under = refundsUnderTest();
const { team, payment, ask, open, decide, ingest, state, balance, issues } = under;
const { send, sql, newId } = team;

beforeAll(() => moneyRecords(team.test).rates(100 * COMMISSION, FEE_PAISE));

interface ModelRefund {
  readonly id: string;
  readonly payment: ModelPayment;
  readonly amount: number;
  readonly isOwn: boolean;
  readonly sourceId: string;
  percent: number;
  state: RefundState;
  returned: number;
}
/** Amounts are in paise. */
interface ModelPayment {
  readonly id: string;
  readonly method: string;
  status: string;
  paid: number;
}

const sumOf = <R>(rows: readonly R[], paise: (row: R) => number) => rows.reduce((sum, row) => sum + paise(row), 0);
const halfAwayFromZero = (value: number) => Math.sign(value) * Math.floor(Math.abs(value) + 0.5);

/** The rules of docs/money.md, written down a second time. */
class RefundModel {
  readonly refunds: ModelRefund[] = [];
  readonly payments: readonly ModelPayment[];

  constructor(payments: readonly ModelPayment[]) {
    this.payments = payments;
  }

  #of(of: ModelPayment, ...states: readonly RefundState[]) {
    return this.refunds.filter((refund) => refund.payment === of && states.includes(refund.state));
  }
  claimed(of: ModelPayment): number {
    const refunds = this.#of(of, 'waiting', 'requested', 'confirmed');
    return sumOf(refunds, ({ amount }) => amount) + sumOf(this.#of(of, 'lost'), ({ returned }) => returned);
  }
  disputed(of: ModelPayment): number {
    return sumOf(this.#of(of, 'open'), ({ amount }) => amount);
  }
  isRefunding(of: ModelPayment): boolean {
    return this.#of(of, 'waiting', 'requested').length > 0;
  }
  canRefund(of: ModelPayment, amount: number, claimed = this.claimed(of)): boolean {
    return of.status === 'paid' && amount <= of.paid - claimed - this.disputed(of);
  }
  confirm(refund: ModelRefund): void {
    refund.state = 'confirmed';
    refund.returned = refund.amount;
  }
  balance(): number {
    return (
      sumOf(this.payments, (of) => this.#kept(of)) -
      sumOf(this.refunds, ({ returned, percent }) => Math.floor((returned * percent + 50) / 100))
    );
  }
  #kept(of: ModelPayment): number {
    const charges = halfAwayFromZero(of.paid * COMMISSION) + FEE_PAISE;
    const earned = of.method === 'cash' ? -charges : of.paid - charges;
    if (of.status !== 'refunded') return of.status === 'paid' ? earned : 0;
    const returned = sumOf(
      this.refunds.filter((refund) => refund.payment === of && !refund.isOwn),
      (refund) => refund.returned,
    );
    return halfAwayFromZero((earned * Math.min(returned, of.paid)) / of.paid);
  }
}

const place = fc.nat(1);
const rupees = fc.integer({ min: 1, max: 900 });
const kind = <K extends string>(name: K) => ({ kind: fc.constant(name) });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ ...kind('request'), place, rupees, percent: fc.nat(100), isFinance: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...kind('decide'),
      verb: fc.constantFrom('approve', 'reject', 'withdraw'),
      refund: fc.nat(20),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      ...kind('ingest'),
      status: fc.constantFrom('confirmed', 'confirmed', 'failed'),
      refund: fc.nat(20),
    }),
  },
  { weight: 1, arbitrary: fc.record({ ...kind('own'), place, rupees }) },
  {
    weight: 4,
    arbitrary: fc.record({
      ...kind('record'),
      place,
      status: fc.constantFrom('paid', 'paid', 'refunded', 'pending'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ ...kind('amount'), place, rupees: fc.integer({ min: 100, max: 1500 }) }) },
  { weight: 3, arbitrary: fc.record({ ...kind('dispute'), place, rupees }) },
  {
    weight: 3,
    arbitrary: fc.record({ ...kind('outcome'), refund: fc.nat(20), isLost: fc.boolean(), percent: fc.nat(100) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;
const at = <R>(rows: readonly R[], index: number): R | undefined => rows[index % rows.length];

type Of<K extends Step['kind']> = Extract<Step, { kind: K }>;

/** Takes a step here and in the model, and compares the responses. */
async function take(model: RefundModel, step: Step): Promise<void> {
  if ('place' in step) return takeOnPayment(model, model.payments[step.place] as ModelPayment, step);
  const isDispute = ({ state }: ModelRefund) => state === 'open' || state === 'lost' || state === 'won';
  const ofKind = model.refunds.filter((each) => isDispute(each) === (step.kind === 'outcome'));
  const waiting = ofKind.filter((each) => each.state === 'waiting');
  const refund = at(step.kind === 'decide' && waiting.length > 0 ? waiting : ofKind, step.refund);
  if (refund === undefined) return;
  if (step.kind === 'outcome') await takeOutcome(model, refund, step);
  else if (step.kind === 'decide') await takeDecision(model, refund, step);
  else await takeRecord(model, refund, step);
}

async function takeOutcome(model: RefundModel, refund: ModelRefund, step: Of<'outcome'>): Promise<void> {
  const { status } = await decide(team.people.bala, refund.id, step.isLost, step.percent);
  const isRepeated = refund.state === (step.isLost ? 'lost' : 'won');
  const isPossible = refund.state === 'open' && !(step.isLost && model.isRefunding(refund.payment));
  expect(status).toBe(isPossible || isRepeated ? 200 : 409);
  if (!isPossible) return;
  const left = Math.max(0, refund.payment.paid - model.claimed(refund.payment));
  refund.state = step.isLost ? 'lost' : 'won';
  refund.percent = step.isLost ? step.percent : 0;
  refund.returned = step.isLost ? Math.min(refund.amount, left) : 0;
}

const ENDS = { approve: 'requested', reject: 'rejected', withdraw: 'withdrawn' } as const;

async function takeDecision(model: RefundModel, refund: ModelRefund, { verb }: Of<'decide'>): Promise<void> {
  const who = verb === 'withdraw' ? team.people.asha : team.people.bala;
  const body = verb === 'reject' ? { reason: 'No' } : {};
  const { status } = await send(who, 'POST', `/admin/refunds/${refund.id}/${verb}`, body);
  if (refund.state !== 'waiting') return;
  const { payment: of, amount } = refund;
  const isPossible = verb !== 'approve' || model.canRefund(of, amount, model.claimed(of) - amount);
  expect([verb, status]).toEqual([verb, isPossible ? 200 : 409]);
  if (isPossible) refund.state = ENDS[verb];
}

async function takeRecord(model: RefundModel, refund: ModelRefund, { status }: Of<'ingest'>): Promise<void> {
  const { payment: of, amount, sourceId } = refund;
  const record = { _id: sourceId, paymentId: of.id, amount: amount / 100, status };
  const [{ outcome }] = await ingest(refund.isOwn ? record : { ...record, refundId: refund.id });
  const isLeft = amount <= of.paid - model.claimed(of);
  const changes = refund.state === 'requested' || (refund.state === 'failed' && status === 'confirmed' && isLeft);
  const same = refund.state === status ? 'unchanged' : 'rejected';
  expect([status, refund.state, outcome]).toEqual([status, refund.state, changes ? 'updated' : same]);
  if (changes && status === 'confirmed') model.confirm(refund);
  else if (changes) refund.state = 'failed';
}

async function takeOnPayment(
  model: RefundModel,
  of: ModelPayment,
  step: Extract<Step, { place: number }>,
): Promise<void> {
  if (step.kind === 'record') {
    await state(of.id, step.status);
    of.status = step.status;
    if (step.status === 'refunded')
      for (const refund of model.refunds)
        if (refund.payment === of && refund.state === 'requested') model.confirm(refund);
    return;
  }
  const amount = step.rupees * 100;
  if (step.kind === 'amount') {
    await sql('UPDATE payments SET amount_paise = $2 WHERE id = $1', [of.id, amount]);
    await moneyRecords(team.test).post();
    of.paid = amount;
    return;
  }
  const made = await { request, own, dispute }[step.kind](model, of, amount, step as never);
  if (made) model.refunds.push({ payment: of, percent: 0, returned: 0, isOwn: false, sourceId: newId(), ...made });
}

type Made = (Partial<ModelRefund> & Pick<ModelRefund, 'id' | 'amount' | 'state'>) | null;

async function request(model: RefundModel, of: ModelPayment, amount: number, step: Of<'request'>): Promise<Made> {
  const { percent, isFinance } = step;
  const isPossible = model.canRefund(of, amount);
  const who = isFinance ? team.people.asha : team.people.owner;
  const { status, body } = await ask(who, of.id, step.rupees, { mechanicPercent: percent });
  expect([step, status]).toEqual([step, isPossible ? 200 : 409]);
  return isPossible ? { id: body.data._id, amount, percent, state: isFinance ? 'waiting' : 'requested' } : null;
}

/** A refund that the marketplace makes; no request has such an amount. */
async function own(model: RefundModel, of: ModelPayment, amount: number): Promise<Made> {
  const [sourceId, odd] = [newId(), amount + 7];
  const isPossible = odd <= of.paid - model.claimed(of);
  const [{ outcome }] = await ingest({ _id: sourceId, paymentId: of.id, amount: odd / 100, status: 'confirmed' });
  expect(outcome).toBe(isPossible ? 'created' : 'rejected');
  if (!isPossible) return null;
  const { rows } = await sql('SELECT id FROM refunds WHERE source_id = $1', [sourceId]);
  return { id: rows[0].id, amount: odd, sourceId, isOwn: true, state: 'confirmed', returned: odd };
}

async function dispute(model: RefundModel, of: ModelPayment, amount: number): Promise<Made> {
  const isPossible = of.status !== 'pending' && amount <= of.paid - model.disputed(of);
  const { status, body } = await open(team.people.owner, of.id, amount / 100);
  expect(status === 200).toBe(isPossible);
  return isPossible ? { id: body.data._id, amount, state: 'open' } : null;
}

it('[REFD-01, REFD-02, REFD-03] states and balances are those of docs/money.md after any sequence, to the paisa', {
  timeout: 600_000,
}, async () => {
  await send(team.people.owner, 'PATCH', '/admin/approvals/settings', { financeRefund: 0 });
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, STEPS), async (steps) => {
      const mechanic = newId();
      await moneyRecords(team.test).mechanic(mechanic);
      const paymentOf = async (method: string): Promise<ModelPayment> => ({
        ...{ id: await payment({ method, mechanic, rupees: 1000 }), method, status: 'paid', paid: 100_000 },
      });
      const model = new RefundModel([await paymentOf('upi'), await paymentOf('cash')]);
      for (const each of steps) {
        await take(model, each);
        for (const refund of model.refunds) seen.add(refund.state);
        expect(await balance(mechanic), JSON.stringify(each)).toBe(model.balance());
      }
      for (const refund of model.refunds) {
        const { rows } = await sql('SELECT state, returned_paise AS returned FROM refunds WHERE id = $1', [
          refund.id,
        ]);
        expect(rows).toEqual([{ state: refund.state, returned: refund.returned }]);
      }
      expect(await issues()).toEqual([]);
    }),
    { numRuns: RUNS },
  );
  expect([...seen].sort()).toEqual(REFUND_STATES.filter((name) => name !== 'lapsed').toSorted());
});

describe('[REFD-01] several writers at once', () => {
  const settled = async (calls: readonly Promise<{ status: number }>[]) =>
    (await Promise.all(calls)).map(({ status }) => status).filter((status) => status === 200).length;

  it('never return more than was paid', { timeout: 60_000 }, async () => {
    const id = await payment();
    const { owner, bala } = team.people;
    const requests = Array.from({ length: 12 }, (_, index) => ask(index % 2 ? owner : bala, id, 300));
    const refund = () => ({ _id: newId(), paymentId: id, amount: 299.99, status: 'confirmed' });
    const own = [ingest(refund(), refund(), refund()), ingest(refund(), refund(), refund())];
    const made = await settled(requests);
    const taken = (await Promise.all(own)).flat().filter(({ outcome }) => outcome === 'created').length;
    expect(made + taken).toBe(3);
    expect(await issues()).toEqual([]);
  });

  it('make one refund of one key, and one outcome of one dispute', { timeout: 60_000 }, async () => {
    const id = await payment();
    const { owner, bala, asha } = team.people;
    expect(await settled(Array.from({ length: 8 }, () => ask(owner, id, 100, { key: 'one key' })))).toBe(8);
    await ingest({ _id: newId(), paymentId: id, amount: 100, status: 'confirmed' });
    const { body } = await open(owner, id, 900);
    await settled([
      decide(bala, body.data._id, true, 50),
      decide(asha, body.data._id, false),
      decide(owner, body.data._id, true),
    ]);
    const { rows } = await sql(
      'SELECT count(*) AS count, sum(returned_paise)::float8 AS paise FROM refunds WHERE payment_id = $1',
      [id],
    );
    expect(rows[0].count).toBe(2);
    expect(rows[0].paise).toBeLessThanOrEqual(100_000);
    expect(await issues()).toEqual([]);
  });

  it('wait for a payout, which sees the refund or comes before it', { timeout: 60_000 }, async () => {
    const id = await payment();
    const { owner, asha } = team.people;
    const { data } = (await ask(owner, id, 1000, { kind: 'full', mechanicPercent: 100 })).body;
    const record = { _id: newId(), paymentId: id, refundId: data._id, amount: 1000, status: 'confirmed' };
    const before = await balance();
    const held = await team.test.database.pool.connect();
    await held.query('BEGIN');
    await lockLedger(held);
    const paying = [ingest(record), team.pay(asha, '1000'), state(id, 'refunded')] as const;
    await held.query('COMMIT');
    held.release();
    await Promise.all(paying);
    expect(await balance()).toBe(before - 100_000 - 100_000);
    expect(await issues()).toEqual([]);
  });
});
