import { REFUND_STATES } from '@wayside/contract/filter-values';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { expireApprovals } from '../../money/ledger/expire-approvals.ts';
import { lockLedger } from '../../money/ledger/post-entries.ts';
import type { Person } from '../../testing/approval-test-team.ts';
import { moneyRecords } from '../../testing/money-records.ts';
import { killRounds } from '../../testing/program.ts';
import {
  COMMISSION,
  FEE_PAISE,
  type ModelPayment,
  type ModelRefund,
  RefundModel,
} from '../../testing/refund-model.ts';
import { refundsUnderTest } from '../../testing/refunds-under-test.ts';

const RUNS = killRounds(15).length;
const DAY_MS = 86_400_000;
const STEPS = { minLength: 20, maxLength: 40, size: 'max' } as const;

const under = refundsUnderTest();
const { team, payment, ask, open, decide, ingest, state, balance, issues } = under;
const { send, sql, newId } = team;

const nowMs = () => team.test.clock.now.getTime();
/** The users of the test with valid sessions. */
let staff: typeof team.people;
async function signIn(): Promise<void> {
  const again = async (who: Person) => ({ ...who, token: await team.test.signInAs(who.id) });
  const { asha, bala, owner } = team.people;
  staff = { asha: await again(asha), bala: await again(bala), owner: await again(owner) };
}

beforeAll(() => moneyRecords(team.test).rates(100 * COMMISSION, FEE_PAISE));

const place = fc.nat(1);
// Some amounts occur often, so that a record without a request id matches several requests.
const rupees = fc.oneof(fc.integer({ min: 1, max: 900 }), fc.constantFrom(50, 100), fc.constantFrom(50, 100));
const kind = <K extends string>(name: K) => ({ kind: fc.constant(name) });
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ ...kind('request'), place, rupees, percent: fc.nat(100), isFinance: fc.boolean() }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      ...kind('decide'),
      verb: fc.constantFrom('approve', 'approve', 'reject', 'withdraw', 'cancel', 'cancel'),
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
  { weight: 4, arbitrary: fc.record({ ...kind('unnamed'), refund: fc.nat(20) }) },
  { weight: 4, arbitrary: fc.record({ ...kind('link'), refund: fc.nat(20), made: fc.nat(20) }) },
  { weight: 4, arbitrary: fc.record({ ...kind('wait'), days: fc.constantFrom(1, 3, 3, 8) }) },
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

/** Performs a step in the program and in the model and compares the responses. */
async function take(model: RefundModel, step: Step): Promise<void> {
  if (step.kind === 'wait') return wait(model, step.days);
  if ('place' in step) return takeOnPayment(model, model.payments[step.place] as ModelPayment, step);
  const isDispute = ({ state }: ModelRefund) => state === 'open' || state === 'lost' || state === 'won';
  const ofKind = model.refunds.filter((each) => isDispute(each) === (step.kind === 'outcome'));
  const from = step.kind === 'decide' && step.verb !== 'cancel' ? 'waiting' : 'requested';
  const likely = ofKind.filter((each) => each.state === from);
  const isAny = step.kind !== 'decide' || likely.length === 0;
  const refund = at(isAny ? ofKind : likely, step.refund);
  if (refund === undefined) return;
  if (step.kind === 'outcome') await takeOutcome(model, refund, step);
  else if (step.kind === 'decide') await takeDecision(model, refund, step);
  else if (step.kind === 'unnamed') await takeUnnamed(model, refund);
  else if (step.kind === 'link') await takeLink(model, refund, step);
  else await takeRecord(model, refund, step);
}

async function takeOutcome(model: RefundModel, refund: ModelRefund, step: Of<'outcome'>): Promise<void> {
  const { status } = await decide(staff.bala, refund.id, step.isLost, step.percent);
  const isRepeated = step.isLost
    ? refund.state === 'lost' && refund.percent === step.percent
    : refund.state === 'won';
  const isPossible = refund.state === 'open' && !(step.isLost && model.isRefunding(refund.payment));
  expect(status).toBe(isPossible || isRepeated ? 200 : 409);
  if (!isPossible) return;
  const returned = step.isLost ? model.lost(refund) : 0;
  refund.state = step.isLost ? 'lost' : 'won';
  refund.percent = step.isLost ? step.percent : 0;
  refund.returned = returned;
}

const ENDS = { approve: 'requested', reject: 'rejected', withdraw: 'withdrawn', cancel: 'cancelled' } as const;

async function takeDecision(model: RefundModel, refund: ModelRefund, { verb }: Of<'decide'>): Promise<void> {
  const who = verb === 'withdraw' ? staff.asha : staff.bala;
  const body = verb === 'reject' || verb === 'cancel' ? { reason: 'No' } : {};
  const { status } = await send(who, 'POST', `/admin/refunds/${refund.id}/${verb}`, body);
  if (refund.state !== (verb === 'cancel' ? 'requested' : 'waiting')) return;
  const { payment: of, amount } = refund;
  const isPossible =
    verb === 'cancel'
      ? model.canCancel(refund, nowMs())
      : verb !== 'approve' || model.canRefund(of, amount, model.claimed(of) - amount);
  expect([verb, status]).toEqual([verb, isPossible ? 200 : 409]);
  if (!isPossible) return;
  refund.state = ENDS[verb];
  if (verb === 'approve') refund.sentAt = nowMs();
}

/** Sends a record with the amount of a request but without its id. */
async function takeUnnamed(model: RefundModel, like: ModelRefund): Promise<void> {
  const { payment: of, amount } = like;
  const sent = model.sent(of, amount);
  const [sourceId, isLeft] = [newId(), amount <= of.paid - model.claimed(of)];
  const [{ outcome }] = await ingest({
    _id: sourceId,
    paymentId: of.id,
    amount: amount / 100,
    status: 'confirmed',
  });
  const [only] = sent;
  if (sent.length === 1 && only) {
    expect(outcome).toBe('updated');
    only.sourceId = sourceId;
    return model.confirm(only);
  }
  expect(outcome).toBe(isLeft ? 'created' : 'rejected');
  if (isLeft) model.refunds.push(await ownOf(of, amount, sourceId));
}

async function takeLink(model: RefundModel, any: ModelRefund, step: Of<'link'>): Promise<void> {
  const pairs = () =>
    model.refunds.flatMap((request) =>
      model.refunds.filter((made) => model.canLink(request, made)).map((made) => ({ request, made })),
    );
  if (pairs().length === 0) await takeUnnamed(model, any);
  const pair = at(pairs(), step.refund);
  const { request, made } = pair ?? { request: any, made: at(model.refunds, step.made) ?? any };
  const { status } = await send(staff.owner, 'POST', `/admin/refunds/${request.id}/link`, { madeId: made.id });
  // If the same user links them again, the first response is returned.
  expect(pair ? [200] : [200, 409]).toContain(status);
  if (pair) model.link(request, made);
}

/** Lets days pass, runs the job that expires unapproved requests, and signs the users in again. */
async function wait(model: RefundModel, days: number): Promise<void> {
  team.test.clock.now = new Date(nowMs() + days * DAY_MS);
  await expireApprovals(team.test.database, team.test.clock.now);
  model.expire(nowMs());
  await signIn();
}

async function takeRecord(model: RefundModel, refund: ModelRefund, { status }: Of<'ingest'>): Promise<void> {
  const { payment: of, amount, sourceId } = refund;
  const record = { _id: sourceId, paymentId: of.id, amount: amount / 100, status };
  const [{ outcome }] = await ingest(refund.isOwn ? record : { ...record, refundId: refund.id });
  const isLeft = amount <= of.paid - model.claimed(of);
  if (refund.state === 'linked') return;
  const isLate = refund.state === 'failed' || refund.state === 'cancelled';
  const isConfirmedLate = isLate && status === 'confirmed' && isLeft;
  const isFailedLate = refund.state === 'cancelled' && status === 'failed';
  const changes = refund.state === 'requested' || isConfirmedLate || isFailedLate;
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
  if (made) model.refunds.push({ ...ofPayment(of), ...made });
}

const ofPayment = (of: ModelPayment) => ({
  ...{ payment: of, percent: 0, returned: 0, isOwn: false, isAfterRefund: false },
  ...{ sourceId: newId(), requestedAt: nowMs(), sentAt: nowMs() },
});

type Made = (Partial<ModelRefund> & Pick<ModelRefund, 'id' | 'amount' | 'state'>) | null;

async function request(model: RefundModel, of: ModelPayment, amount: number, step: Of<'request'>): Promise<Made> {
  const { percent, isFinance } = step;
  const isPossible = model.canRefund(of, amount);
  const who = isFinance ? staff.asha : staff.owner;
  const { status, body } = await ask(who, of.id, step.rupees, { mechanicPercent: percent });
  expect([step, status]).toEqual([step, isPossible ? 200 : 409]);
  return isPossible ? { id: body.data._id, amount, percent, state: isFinance ? 'waiting' : 'requested' } : null;
}

/** Sends a refund that the marketplace made, with an amount that no request has. */
async function own(model: RefundModel, of: ModelPayment, amount: number): Promise<Made> {
  const [sourceId, odd] = [newId(), amount + 7];
  const isPossible = odd <= of.paid - model.claimed(of);
  const [{ outcome }] = await ingest({ _id: sourceId, paymentId: of.id, amount: odd / 100, status: 'confirmed' });
  expect(outcome).toBe(isPossible ? 'created' : 'rejected');
  return isPossible ? ownOf(of, odd, sourceId) : null;
}

/** Returns a refund that the marketplace made without a request. */
async function ownOf(of: ModelPayment, amount: number, sourceId: string): Promise<ModelRefund> {
  const { rows } = await sql('SELECT id FROM refunds WHERE source_id = $1', [sourceId]);
  return { ...ofPayment(of), id: rows[0].id, amount, sourceId, isOwn: true, state: 'confirmed', returned: amount };
}

async function dispute(model: RefundModel, of: ModelPayment, amount: number): Promise<Made> {
  const isPossible = of.method !== 'cash' && of.status !== 'pending' && amount <= of.paid - model.disputed(of);
  const { status, body } = await open(staff.owner, of.id, amount / 100);
  expect(status === 200).toBe(isPossible);
  const isAfterRefund = of.status === 'refunded';
  return isPossible ? { id: body.data._id, amount, state: 'open', isAfterRefund } : null;
}

/** A sequence that reaches every state, because random sequences may miss some. */
const asked = { kind: 'request', place: 0, rupees: 50, percent: 50, isFinance: true } as const;
const decided = { kind: 'decide', refund: 0 } as const;
const disputed = { kind: 'dispute', place: 1, rupees: 50 } as const;
const outcome = { kind: 'outcome', refund: 0, isLost: true, percent: 50 } as const;
const ALL_STATES: Step[] = [
  ...[asked, { kind: 'wait', days: 8 } as const],
  ...[asked, { ...decided, verb: 'reject' } as const, asked, { ...decided, verb: 'withdraw' } as const],
  ...[{ ...asked, isFinance: false }, { kind: 'wait', days: 3 } as const, { ...decided, verb: 'cancel' } as const],
  ...[{ ...asked, isFinance: false }, { kind: 'ingest', status: 'failed', refund: 4 } as const],
  ...[{ kind: 'link', refund: 0, made: 0 } as const, disputed, outcome],
  ...[disputed, { ...outcome, refund: 1, isLost: false }],
];

it('[REFD-01, REFD-02, REFD-03] after any sequence, states and balances match docs/money.md to the paisa', {
  timeout: 600_000,
}, async () => {
  await signIn();
  await send(staff.owner, 'PATCH', '/admin/approvals/settings', { financeRefund: 0 });
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(fc.array(step, STEPS), async (steps) => {
      const mechanic = newId();
      await moneyRecords(team.test).mechanic(mechanic);
      const paymentOf = async (method: string): Promise<ModelPayment> => ({
        ...{ id: await payment({ method, mechanic, rupees: 1000 }), method, status: 'paid', paid: 100_000 },
      });
      const model = new RefundModel([await paymentOf('cash'), await paymentOf('upi')]);
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
    { numRuns: RUNS, examples: [[ALL_STATES]] },
  );
  expect([...seen].sort()).toEqual(REFUND_STATES.toSorted());
});

describe('[REFD-01] concurrent writers', () => {
  const settled = async (calls: readonly Promise<{ status: number }>[]) =>
    (await Promise.all(calls)).map(({ status }) => status).filter((status) => status === 200).length;

  it('never refund more than was paid', { timeout: 60_000 }, async () => {
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

  it('create only one refund per idempotency key, and only one outcome per dispute', {
    timeout: 60_000,
  }, async () => {
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

  it('wait for a payout, which either includes the refund or comes before it', { timeout: 60_000 }, async () => {
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
