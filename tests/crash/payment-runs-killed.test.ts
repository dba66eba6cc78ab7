import { createHash } from 'node:crypto';
import type { RunRowState, RunState } from '@wayside/contract/payment-runs';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { connectDatabase } from '../../apps/server/src/platform/db/database.ts';
import { eventually } from '../../apps/server/src/testing/eventually.ts';
import {
  echoesOf,
  NEWEST_PAYOUTS,
  type StoredPayout,
  sendEchoes,
} from '../../apps/server/src/testing/payout-echo.ts';
import { startProgram } from '../../apps/server/src/testing/program.ts';
import { readRunStateTable } from '../../apps/server/src/testing/run-state-table.ts';
import { serviceKeyHeader } from '../../apps/server/src/testing/service-key.ts';
import { testKeys } from '../../apps/server/src/testing/test-keys.ts';
import { Random } from '../../packages/demo/src/random.ts';
import { compareRuns } from './compare-runs.ts';
import { EVENT_BY_STATUS, RunBank, type Status } from './run-bank.ts';
import { type Earning, type Earnings, earningsOf } from './run-earnings.ts';
import { RunModel } from './run-model.ts';
import { type Office, openOffice, otherThan, type Person } from './run-office.ts';
import { startTwoNodes, type TwoNodes, VICTIMS } from './two-nodes.ts';

/** The number of days, each with four kills. `WAYSIDE_KILL_ROUNDS=4 WAYSIDE_RUN_ROWS=50000` runs the full test. */
const DAYS = Number(process.env['WAYSIDE_KILL_ROUNDS'] ?? 1);
/** The number of rows of all days together. */
const ROWS = Number(process.env['WAYSIDE_RUN_ROWS'] ?? DAYS * 150);
const MECHANICS = Math.ceil(ROWS / DAYS);
/** Every tenth mechanic earns more than the limit up to which one user can pay alone. */
const LIMIT_RUPEES = 20_000;
const APPLY_MS = 300_000;
const PAID_AT = '2026-02-01T10:00:00Z';
const SEED = Number(process.env['WAYSIDE_SEED'] ?? Date.now() % 1_000_000);

let nodes: TwoNodes;
let model: RunModel;
let office: Office;
let earnings: Earnings;
let headers: { authorization: string };
const random = new Random(SEED, 'payment runs', 0);
const bank = new RunBank(random);
const knownRuns = new Set<string>();
/** Runs with files that the bank did not receive. */
const lostRuns = new Set<string>();
/** Runs whose expiry the test has changed, bypassing the triggers. */
const movedRuns: string[] = [];
let kills = 0;

const mechanicIds = Array.from({ length: MECHANICS }, (_, n) => `65fa${(n + 1).toString(16).padStart(20, '0')}`);
const PEOPLE: readonly Person[] = ['owner', 'finance'];
const some = <T>(list: readonly T[], count: number): T[] =>
  list.length === 0 ? [] : Array.from({ length: Math.min(count, list.length) }, () => random.pick(list));

beforeAll(async () => {
  process.stdout.write(`payment runs of seed ${SEED}; WAYSIDE_SEED=${SEED} repeats them\n`);
  nodes = await startTwoNodes();
  model = new RunModel(await readRunStateTable());
  office = await openOffice(nodes, model);
  const database = connectDatabase(nodes.connectionString, { max: 1, log: pino({ level: 'silent' }) });
  await testKeys(database);
  headers = await serviceKeyHeader(database, 'payments', 'payouts');
  earnings = earningsOf(nodes, model, random, { headers, documentOf });
  await database.close();
  await nodes.query(
    `INSERT INTO mechanics (id, name, status, bank_account_holder, bank_account_number, bank_ifsc_code)
     SELECT id, 'Mechanic ' || n, 'approved', 'Holder ' || n, (700000000000 + n)::text, 'HDFC0000123'
     FROM unnest($1::text[]) WITH ORDINALITY AS given (id, n)`,
    [mechanicIds],
  );
  await office.limit(LIMIT_RUPEES);
}, 240_000);
afterAll(() => nodes.stop());

/** Returns a paid payment as the marketplace sends it. */
function documentOf({ id, mechanicId, paise }: Earning) {
  const paid = { status: 'paid', paymentMethod: 'upi', transactionDate: PAID_AT, createdAt: PAID_AT };
  return { _id: id, mechnaicId: mechanicId, amount: paise / 100, ...paid, _version: 1 };
}

/** Runs all actions concurrently and kills the process that waits for the locked row. */
async function burst(
  name: string,
  lock: { text: string; values: unknown[] } | null,
  requests: () => Promise<unknown>[],
) {
  const act = async () => void (await Promise.all(requests()));
  if (lock === null) await act();
  else await nodes.killInTheMiddle(VICTIMS[kills++ % VICTIMS.length] ?? 'database', lock, act);
  const isApplied = async () =>
    (await nodes.query("SELECT FROM bank_answers WHERE state = 'reading'")).length === 0;
  await eventually('all result files are applied', isApplied, APPLY_MS);
  await compare(name);
}

async function compare(when: string): Promise<void> {
  const wrong = await compareRuns({ nodes, model, office, knownRuns });
  expect(wrong.slice(0, 10), `${when}, seed ${SEED}`).toEqual([]);
}

const lockOn = (table: string, column: string, value: string | undefined) =>
  value === undefined ? null : { text: `SELECT FROM ${table} WHERE ${column} = $1 FOR UPDATE`, values: [value] };

/**
 * Returns the runs in a state, largest first. The largest one always reaches the bank, whatever happens to the
 * others.
 */
const runsIn = async (state: RunState) =>
  (
    await nodes.query<{ id: string }>(
      'SELECT id FROM payment_runs WHERE state = $1 ORDER BY total_paise DESC, number',
      [state],
    )
  ).map(({ id }) => id);

const note = (runId: string | null) => {
  if (runId !== null) knownRuns.add(runId);
};

/** Two users create overlapping runs and pay and adjust the same mechanics, while payments and an import arrive. */
async function makeRuns(): Promise<void> {
  const cut = (from: number, to: number) =>
    mechanicIds.slice(Math.floor(MECHANICS * from), Math.floor(MECHANICS * to));
  const paidByHand = some(mechanicIds.slice(0, Math.ceil(MECHANICS / 4)), 12);
  await burst('runs are made', lockOn('mechanics', 'id', mechanicIds[Math.floor(MECHANICS / 2)]), () => [
    office.makeRun('finance', { ids: cut(0, 0.7) }).then(note),
    office.makeRun('owner', { ids: cut(0.5, 0.9) }).then(note),
    ...PEOPLE.map((person) => office.makeRun(person, { ids: cut(0.87, 0.9) }).then(note)),
    ...paidByHand.map((id, index) => office.pay(random.pick(PEOPLE), id, index % 2 === 0 ? 2_100_000 : 5_000)),
    ...some(mechanicIds, 6).map((id) => office.adjust(id, random.pick([1_234, -2_345]))),
    earnings.ingestSmall(some(mechanicIds, 30)),
    earnings.importSmall(some(mechanicIds, 30)),
    echoPayouts(),
  ]);
  // This run contains all other mechanics with a high enough balance, including amounts that have arrived in the
  // meantime.
  note(await office.makeRun('finance', { all: true, minimum: 20 }));
  await compare('the last run is made');
}

/** Both users decide concurrently, a request expires, and rows are removed. */
async function decideOnRuns(): Promise<void> {
  const [first, ...others] = await runsIn('waiting');
  const runs = first === undefined ? [] : [first, ...others];
  const byHand = model.paymentsIn('waiting');
  // One request is not decided in time. The test moves its expiry instead of waiting for days.
  const lapsed = random.chance(0.5) ? others.at(-1) : undefined;
  if (lapsed !== undefined) {
    await nodes.query(
      `WITH off AS (SELECT set_config('session_replication_role', 'replica', true))
       UPDATE payment_runs SET lapses_at = now() FROM off WHERE id = $1`,
      [lapsed],
    );
    movedRuns.push(lapsed);
    model.recordRunEvent(lapsed, { name: 'lapsed', isByPerson: false, isCertain: true });
  }
  await burst('runs are decided on', lockOn('payment_runs', 'id', first), () => [
    ...runs.flatMap((id) => {
      const maker = office.makers.get(id) ?? 'owner';
      const approve = () => office.approve(otherThan(maker), id);
      return [
        ...[approve(), approve(), approve()],
        ...(id !== first && random.chance(0.4) ? [office.end(otherThan(maker), id, 'reject')] : []),
        ...(id !== first && random.chance(0.3) ? [office.end(maker, id, 'cancel')] : []),
        ...some(model.rowsIn('reserved', id), 3).map((reference) =>
          office.removeRow(random.pick(PEOPLE), id, reference),
        ),
      ];
    }),
    ...byHand.flatMap((id) => {
      const maker = office.makers.get(id) ?? 'owner';
      return [
        office.decide(otherThan(maker), id, random.pick(['approve', 'approve', 'reject'])),
        office.decide(maker, id, 'withdraw'),
      ].slice(0, random.between(0, 2));
    }),
    earnings.ingestSmall(some(mechanicIds, 30)),
  ]);
}

/** Creates each file twice concurrently, together with cancellations, removals, refunds and changes of bank details. */
async function makeFiles(): Promise<void> {
  const runs = await runsIn('ready');
  const [first] = runs;
  const [locked] = first === undefined ? [] : model.rowsIn('reserved', first).slice(-1);
  await nodes.query(`UPDATE mechanics SET bank_account_number = '800000000001' WHERE id = ANY ($1)`, [
    some(mechanicIds, 4),
  ]);
  await burst('files are made', lockOn('payment_run_rows', 'reference', locked), () => [
    ...runs.flatMap((id) => [
      ...PEOPLE.map((person) => office.makeFile(person, id)),
      ...(id !== first && random.chance(0.3) ? [office.end(random.pick(PEOPLE), id, 'cancel')] : []),
      ...some(
        model.rowsIn('reserved', id).filter((reference) => reference !== locked),
        2,
      ).map((reference) => office.removeRow(random.pick(PEOPLE), id, reference)),
    ]),
    ...some(mechanicIds, 6).map((id) => office.adjust(id, random.pick([777, -888]))),
    ...some(model.paymentsIn('paid'), 3).map(voidByHand),
    echoPayouts(),
  ]);
  for (const id of runs) await takeFile(id, id !== first && random.chance(0.3));
}

/** Sends the file of a run to the bank unless the run was cancelled. Each node must return the same bytes. */
async function takeFile(runId: string, isLost: boolean): Promise<void> {
  const sent = model.rowsIn('sent', runId);
  if (sent.length === 0) return;
  const download = () =>
    nodes.ask<string>(`/admin/payment-runs/${runId}/file`, { token: office.tokens.owner, method: 'GET' });
  const [one, other] = [await download(), await download()];
  const [stored] = await nodes.query<{ hash: string }>(
    `SELECT encode(file_hash, 'hex') AS hash FROM payment_runs WHERE id = $1`,
    [runId],
  );
  const hashes = [one, other].map(({ body }) => createHash('sha256').update(body).digest('hex'));
  expect(hashes).toEqual([stored?.hash, stored?.hash]);
  if (isLost) {
    lostRuns.add(runId);
    return;
  }
  const paid = bank.readRunFile(one.body);
  const amounts = (rows: readonly { reference: string; paise: number }[]) =>
    rows.map(({ reference, paise }) => `${reference} ${paise}`).sort();
  expect(amounts(paid)).toEqual(
    amounts(sent.map((reference) => ({ reference, paise: model.row(reference).amountPaise }))),
  );
}

async function voidByHand(transactionId: string): Promise<void> {
  const [found] = await nodes.query<{ id: string }>(
    'SELECT p.id FROM payouts AS p LEFT JOIN approvals AS a ON a.transaction_id = p.transaction_id WHERE p.transaction_id = $1 OR a.id = $1',
    [transactionId],
  );
  if (found) await office.voidPayment(random.pick(PEOPLE), transactionId, found.id);
}

/**
 * Bank results arrive twice, shuffled, incomplete and with errors, and paid amounts are returned. In the meantime,
 * users record results and void payments.
 */
async function sendResults(isKilled: boolean): Promise<void> {
  const { files, words } = bank.makeResults();
  for (const { reference, status } of words)
    model.recordEvent(reference, { name: EVENT_BY_STATUS[status], isByPerson: false, isCertain: true });
  const paidNow = words.find(({ reference, status }) => status === 'Paid' && model.row(reference).state === 'sent');
  const payee = paidNow && model.row(paidNow.reference).mechanicId;
  const told = (['Paid', 'Rejected', 'Reversed'] as const).flatMap((status: Status) =>
    some(inBank('sent'), 3).map((reference) => ({ reference, status })),
  );
  const payouts = await nodes.query<{ reference: string; id: string }>(
    `SELECT reference, payout_id AS id FROM payment_run_rows WHERE state = 'paid' ORDER BY reference LIMIT 400`,
  );
  await burst('results come', isKilled ? lockOn('mechanics', 'id', payee) : null, () => [
    ...[...files, ...files].map((content) => office.upload(random.pick(PEOPLE), content)),
    ...told.map(({ reference, status }) => {
      const transactionId = bank.reportStatus(reference, status);
      const said = { status: EVENT_BY_STATUS[status], ...(status === 'Paid' ? { transactionId } : {}) };
      return office.record(random.pick(PEOPLE), reference, said);
    }),
    ...some(payouts, 5).flatMap(({ reference, id }) =>
      PEOPLE.map((person) => office.voidRow(person, reference, id)),
    ),
    ...[...lostRuns].flatMap((id) => PEOPLE.map((person) => office.failOpenRows(person, id))),
    ...some(mechanicIds, 10).map((id) => office.pay(random.pick(PEOPLE), id, random.between(100, 50_000))),
    earnings.ingestSmall(some(mechanicIds, 30)),
    echoPayouts(),
    echoPayouts(),
  ]);
  lostRuns.clear();
}

/** Simulates that the marketplace repeats, distorts and deletes payouts that were made in Wayside (OWN-01). */
async function echoPayouts(): Promise<void> {
  const payouts = await nodes.query<StoredPayout & Record<string, unknown>>(NEWEST_PAYOUTS);
  const wrong = await sendEchoes(nodes.addresses, headers, echoesOf(payouts, random, 60));
  expect(wrong, `seed ${SEED}`).toEqual([]);
}

/** Returns the references in a state that the bank has received. */
const inBank = (state: RunRowState) =>
  model.rowsIn(state).filter((reference) => !lostRuns.has(model.row(reference).runId));

it(`[BANK-04, OWN-01] each paisa is owed, reserved, sent or paid in any order of events while servers and the database are killed`, async () => {
  for (let day = 1; day <= DAYS; day += 1) {
    await earnings.earnADay(mechanicIds);
    await compare('payments have come in');
    await makeRuns();
    await decideOnRuns();
    await makeFiles();
    await sendResults(true);
    // The bank repeats earlier results and reports returns of amounts that were paid.
    await sendResults(false);
  }
  const counts = Object.fromEntries(
    (['reserved', 'sent', 'paid', 'failed', 'reversed', 'removed'] as const).map((state) => [
      state,
      model.rowsIn(state).length,
    ]),
  );
  process.stdout.write(`payment runs: ${JSON.stringify({ seed: SEED, runs: knownRuns.size, kills, ...counts })}\n`);
  expect(Math.min(counts['paid'] ?? 0, counts['failed'] ?? 0, counts['reversed'] ?? 0)).toBeGreaterThan(0);
  const verifying = startProgram(nodes.environment, { words: ['verify'] });
  // The command finds the runs that the test has changed, and nothing else.
  expect(await verifying.ended(), verifying.stdout()).toBe(movedRuns.length === 0 ? 0 : 1);
  const issues = verifying.stdout().match(/^ {2}.+$/gm) ?? [];
  const found = issues.map((issue) => /payment run ([0-9a-f]{24}) differs/.exec(issue)?.[1] ?? issue);
  expect(found.toSorted()).toEqual(movedRuns.toSorted());
}, 3_600_000);
