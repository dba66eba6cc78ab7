import fc from 'fast-check';
import { beforeAll, expect, inject, it } from 'vitest';
import { type BookingRecord, type DeskAction, DeskModel, PEOPLE, type Person } from '../../testing/desk-model.ts';
import { type DeskPerson, deskUnderTest } from '../../testing/desk-under-test.ts';
import { isLite } from '../../testing/lite-server.ts';
import { killRounds } from '../../testing/program.ts';
import { untilLockWait } from '../../testing/until-lock-wait.ts';

const RUNS = killRounds(8).length;
const STEPS = { minLength: 15, maxLength: 30, size: 'max' } as const;
const STATUSES = {
  pending: 'pending',
  accepted: 'accecpted',
  arrived: 'arrived',
  completed: 'completed',
  cancelled: 'cancelled',
};
const REASON = 'Drove on';

const desk = deskUnderTest({ bookingtype: 'emergency' });
let people: Record<Person, DeskPerson>;
let mechanics: string[];

beforeAll(async () => {
  people = { asha: await desk.signIn('support', 'Asha Rao'), bala: await desk.signIn('manager', 'Bala Iyer') };
  mechanics = [await desk.mechanic('Ravi Kumar'), await desk.mechanic('Suresh Patil')];
});

const place = fc.nat(1);
const person = fc.constantFrom(...PEOPLE);
const action: fc.Arbitrary<DeskAction> = fc.record({
  verb: fc.constantFrom(
    ...([
      'claim',
      'release',
      'offer',
      'withdraw',
      'accept',
      'accept',
      'decline',
      'assign',
      'assign',
      'cancel',
    ] as const),
  ),
  by: person,
  mechanic: fc.nat(1),
});
const record: fc.Arbitrary<BookingRecord> = fc.record({
  isEmergency: fc.nat(9).map((n) => n > 0),
  status: fc.constantFrom('pending', 'pending', 'accepted', 'arrived', 'completed', 'cancelled'),
  mechanic: fc.option(fc.nat(1)),
});
const kind = <K extends string>(name: K) => ({ kind: fc.constant(name) });
const single = fc.oneof(
  { weight: 10, arbitrary: fc.record({ ...kind('action'), place, action }) },
  { weight: 5, arbitrary: fc.record({ ...kind('record'), place, record }) },
);
const step = fc.oneof(
  { weight: 12, arbitrary: single },
  // In one of three cases, the second call or record repeats the first.
  { weight: 4, arbitrary: fc.record({ ...kind('together'), first: single, second: fc.option(single) }) },
  { weight: 3, arbitrary: fc.record({ ...kind('away'), person, isSwept: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ ...kind('seen'), person }) },
  { weight: 2, arbitrary: fc.record({ ...kind('minute'), place }) },
  { weight: 1, arbitrary: fc.record({ ...kind('killed'), place, action }) },
);
type Single = typeof single extends fc.Arbitrary<infer S> ? S : never;
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const STORED = `SELECT e.phase, c.admin_id AS owner, c.offered_to AS "offeredTo", r.kind AS "requestKind", r.state AS "requestState",
    r.requested_by AS "requestedBy", r.mechanic_id AS asked,
    (SELECT array_agg(kind ORDER BY id) FROM emergency_steps WHERE booking_id = e.booking_id) AS steps
  FROM emergencies AS e LEFT JOIN emergency_claims AS c USING (booking_id)
    LEFT JOIN LATERAL (SELECT * FROM emergency_requests WHERE booking_id = e.booking_id AND state <> 'withdrawn'
      ORDER BY requested_at DESC, id DESC LIMIT 1) AS r ON true
  WHERE e.booking_id = ANY ($1) ORDER BY array_position($1, e.booking_id)`;

async function storedIn(ids: readonly string[]) {
  const personOf = (id: unknown) => PEOPLE.find((name) => people[name].id === id) ?? null;
  return (await desk.sql(STORED, [ids])).map((row) => ({
    phase: row['phase'],
    owner: personOf(row['owner']),
    offeredTo: personOf(row['offeredTo']),
    request:
      row['requestKind'] === null
        ? null
        : `${row['requestKind']} ${row['requestState']} by ${personOf(row['requestedBy'])}`,
    asked: row['asked'] === null ? null : mechanics.indexOf(String(row['asked'])),
    steps: row['steps'],
  }));
}

const storedBy = (model: DeskModel) => model.emergencies.map((emergency) => emergency.stored());

/** Performs an action or record on the database. @returns the status of a user's action */
async function happen(ids: readonly string[], what: Single): Promise<number> {
  const id = ids[what.place] ?? '';
  if (what.kind === 'record') {
    const { isEmergency, status, mechanic } = what.record;
    await desk.ingest({
      _id: id,
      bookingtype: isEmergency ? 'emergency' : 'services',
      status: STATUSES[status],
      mechanicid: mechanic === null ? null : mechanics[mechanic],
    });
    return 200;
  }
  const { verb, by, mechanic } = what.action;
  const other = people[by === 'asha' ? 'bala' : 'asha'].id;
  const bodies: Partial<Record<DeskAction['verb'], object>> = {
    offer: { adminId: other },
    withdraw: { adminId: null },
    assign: { mechanicId: mechanics[mechanic] },
    cancel: { reason: REASON },
  };
  const path = verb === 'withdraw' ? 'offer' : verb;
  return (await desk.send(people[by], `/${id}/${path}`, bodies[verb])).status;
}

function happenIn(model: DeskModel, what: Single): number {
  if (what.kind === 'action') return model.act(what.place, what.action);
  model.applyRecord(what.place, what.record);
  return 200;
}

/** Kills a node while it waits for the row. Only the heartbeat of the user's desk is stored. */
async function kill(ids: readonly string[], what: Single): Promise<void> {
  const holder = await desk.test.database.pool.connect();
  try {
    await holder.query('BEGIN');
    await holder.query('SELECT FROM emergencies WHERE booking_id = $1 FOR UPDATE', [ids[what.place]]);
    const call = happen(ids, what);
    await untilLockWait(desk.test.database, 'the call waits for the emergency');
    await holder.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM emergencies%FOR UPDATE%'`,
    );
    expect(await call).toBeGreaterThanOrEqual(500);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
}

async function play(steps: readonly Step[]): Promise<void> {
  const ids = [await desk.emergency(), await desk.emergency()];
  let model = new DeskModel();
  for (const name of PEOPLE) await desk.send(people[name], '/desk', { isMuted: false, isClosing: false });

  async function take(what: Step): Promise<void> {
    switch (what.kind) {
      case 'action':
      case 'record':
        expect(await happen(ids, what)).toBe(happenIn(model, what));
        return;
      case 'together': {
        const both = [what.first, what.second ?? what.first] as const;
        const statuses = await Promise.all(both.map((one) => happen(ids, one)));
        const found = await storedIn(ids);
        // The first of two records is older, so it has no effect if it arrives after the second.
        const isStale = both.every(({ kind }) => kind === 'record') && both[0].place === both[1].place;
        const orders = [[0, 1] as const, isStale ? ([1] as const) : ([1, 0] as const)].map((order) => {
          const after = model.clone();
          const responses = [200, 200];
          for (const at of order) responses[at] = happenIn(after, both[at]);
          return { after, answers: responses };
        });
        const same = orders.find(
          ({ after, answers: responses }) => isSame(storedBy(after), found) && isSame(responses, statuses),
        );
        // The result matches neither order; comparing with the first order shows the difference.
        if (!same)
          expect({ found, statuses }).toEqual({
            found: storedBy(orders[0]?.after ?? model),
            statuses: orders[0]?.answers,
          });
        model = same?.after ?? model;
        return;
      }
      case 'away':
        await desk.goAway(people[what.person]);
        model.goAway(what.person);
        if (!what.isSwept) return;
        await desk.sweep();
        model.sweep();
        return;
      case 'seen':
        await desk.send(people[what.person], '/desk', { isMuted: false, isClosing: false });
        model.recordHeartbeat(what.person);
        return;
      case 'minute':
        await desk.age(ids[what.place] ?? '', 60);
        model.makeRequestLate(what.place);
        return;
      case 'killed':
        // PGlite has only one session, so no other connection works while a transaction is open.
        if (isLite(inject('testServer'))) return;
        await kill(ids, { kind: 'action', place: what.place, action: what.action });
        model.recordHeartbeat(what.action.by);
    }
  }

  for (const [at, what] of steps.entries()) {
    await take(what);
    expect(await storedIn(ids), `after step ${at}: ${JSON.stringify(what)}`).toEqual(storedBy(model));
  }
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

it('[ROAD-03, ROAD-05] two desks, a marketplace with arbitrary records, expired claims and killed nodes match the model', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, STEPS), play), { numRuns: RUNS, endOnFailure: true });
}, 600_000);
