import { setTimeout as delay } from 'node:timers/promises';
import { ownProfile } from '@wayside/contract/session';
import pg from 'pg';
import pino from 'pino';
import { connectDatabase } from '../../apps/server/src/platform/db/database.ts';
import {
  echoesOf,
  NEWEST_PAYOUTS,
  type StoredPayout,
  sendEchoes,
} from '../../apps/server/src/testing/payout-echo.ts';
import { startProgram } from '../../apps/server/src/testing/program.ts';
import { serviceKeyHeader } from '../../apps/server/src/testing/service-key.ts';
import { testKeys } from '../../apps/server/src/testing/test-keys.ts';
import { Random } from '../../packages/demo/src/random.ts';
import { openSession } from '../crash/open-session.ts';
import { CallTimes } from './call-times.ts';
import { MoneyLoad } from './money-load.ts';
import { callNode, OtherLoad } from './other-load.ts';
import type { StallingProxy, StallMode } from './stalling-proxy.ts';
import { memoryOf, startThreeNodes, type ThreeNodes } from './three-nodes.ts';

const numberOf = (name: string, usual: number) => Number(process.env[name] ?? usual);
const MINUTES = numberOf('SOAK_MINUTES', 60);
const EVERY_S = numberOf('SOAK_SILENCE_EVERY', 300);
const SILENT_S = numberOf('SOAK_SILENT_SECONDS', 40);
/** The number of requests per second, excluding payments. */
const PER_SECOND = numberOf('SOAK_RATE', 8);
const PROBE_EVERY_MS = 250;
const ECHO_EVERY_MS = 500;
const ECHOES_AT_ONCE = 40;
const PROBES_MS = 90_000;
/** The time after which both kernels drop a connection without acknowledgements (docs/operations.md). */
const LOST_MS = 15_000;
/** The share of a period before the stall. The rest is for the stall and the checks. */
const BEFORE_STALL = 0.6;

const NODES = numberOf('SOAK_NODES', 3);
const EVERY_NODE = Array.from({ length: NODES }, (_, node) => node);

const began = Date.now();
const say = (text: string) => process.stdout.write(`${new Date().toISOString()} ${text}\n`);

interface Stall {
  readonly name: string;
  readonly fate: StallMode;
  readonly nodes: readonly number[];
  lines(three: ThreeNodes): StallingProxy[];
}

const betweenNodesAndPooler = (fate: StallMode): Stall => ({
  name: `nodes - PgBouncer (${fate})`,
  fate,
  nodes: EVERY_NODE,
  lines: ({ nodes }) => nodes.map(({ toPooler }) => toPooler),
});
const beforeDatabase = (fate: StallMode): Stall => ({
  name: `everything - PostgreSQL (${fate})`,
  fate,
  nodes: EVERY_NODE,
  lines: ({ nodes, poolerToDatabase, commandsToDatabase }) => [
    poolerToDatabase,
    commandsToDatabase,
    ...nodes.map(({ toDatabase }) => toDatabase),
  ],
});
const ofNode = (node: number, fate: StallMode): Stall => ({
  name: `node ${node + 1} alone (${fate})`,
  fate,
  nodes: [node],
  lines: ({ nodes }) => nodes.flatMap((each, place) => (place === node ? [each.toPooler, each.toDatabase] : [])),
});
const STALLS: readonly Stall[] = [
  betweenNodesAndPooler('late'),
  beforeDatabase('late'),
  ofNode(0, 'late'),
  betweenNodesAndPooler('lost'),
  beforeDatabase('lost'),
  ofNode(1, 'lost'),
];

const three = await startThreeNodes(NODES);
const { server, nodes, environment } = three;
const client = new pg.Client({ connectionString: server.connectionString });
await client.connect();
const database = connectDatabase(server.connectionString, { max: 4, log: pino({ level: 'silent' }) });
// The entries that this process posts are chained with the nodes' key.
await testKeys(database);
const times = new CallTimes();
const callers = {
  addresses: nodes.map(({ address }) => address),
  token: await openSession(server.connectionString),
  times,
};

const { rows: found } = await client.query<{ id: string; is_blocked: boolean }>(
  "SELECT id, is_blocked FROM mechanics WHERE status = 'approved' ORDER BY id LIMIT 40",
);
const { rows: configurations } = await client.query<{ id: string }>('SELECT id FROM configurations');
const configuration = {
  id: configurations[0]?.id ?? '',
  chargePerKmPaise: 1_000,
  platformFeePaise: 0,
  commissionPercent: 0,
  referralBonusPaise: 0,
  mechanicChargePaise: 0,
  discountPercent: 0,
  loyaltyPoints: 0,
  upiId: null,
};
const other = new OtherLoad(callers, new Map(found.map((each) => [each.id, each.is_blocked])), configuration);
const money = new MoneyLoad(callers, database, environment);
// Without a commission, a payee's balance equals the sum of the payments.
if ((await other.configure(0)) !== 200) throw new Error('the configuration could not be saved');
const headers = await serviceKeyHeader(database, 'payouts');
const memories = async () =>
  `memory: ${(await Promise.all(nodes.map(({ program }) => memoryOf(program.pid)))).join(', ')} MB`;
const issues: string[] = [];
const recoveries: string[] = [];

/**
 * Returns the milliseconds until a node responds correctly. Probes start at a fixed rate, regardless of earlier ones.
 */
async function untilAnswered(node: number): Promise<number> {
  const since = performance.now();
  let tookMs: number | null = null;
  const probe = async () => {
    const ready = await fetch(`${callers.addresses[node]}/readyz`).then(
      ({ status }) => status,
      () => null,
    );
    if (ready === 200 && (await callNode(callers, node, ownProfile)) === 200) tookMs ??= performance.now() - since;
  };
  while (tookMs === null && performance.now() - since < PROBES_MS) {
    void probe();
    await delay(PROBE_EVERY_MS);
  }
  return Math.round(tookMs ?? Number.POSITIVE_INFINITY);
}

async function stallFor({ name, fate, nodes: stalled, lines }: Stall): Promise<void> {
  const cut = lines(three);
  const count = times.count;
  say(`stall: ${name}`);
  times.phase = 'stalled';
  for (const line of cut) line.stall(fate);
  await delay(SILENT_S * 1000);
  for (const line of cut) line.restore();
  const brokenLater = delay(LOST_MS).then(() => {
    for (const line of cut) line.breakLost();
  });
  const took = await Promise.all(nodes.map((_, node) => untilAnswered(node)));
  await brokenLater;
  recoveries.push(
    `${name}: ${took.map((ms, node) => `node ${node + 1}${stalled.includes(node) ? '' : ' (not stalled)'} ${ms} ms`).join(', ')}`,
  );
  say(
    `carries again, first 200 after ${took.join(', ')} ms; answers in the meantime: ${times.sinceByNode(count, nodes.length)}`,
  );
}

let areEchoesOver = false;
let echoed = 0;

/** Simulates that the marketplace repeats, distorts and deletes payouts that were made in Wayside (OWN-01). */
async function echoPayouts(): Promise<void> {
  const random = new Random(1, 'echoes', 0);
  while (!areEchoesOver) {
    const { rows } = await database.pool.query<StoredPayout>(NEWEST_PAYOUTS);
    const echoes = echoesOf(rows, random, ECHOES_AT_ONCE);
    for (const wrong of await sendEchoes(callers.addresses, headers, echoes)) {
      issues.push(wrong);
      say(`ISSUE ${wrong}`);
    }
    echoed += echoes.length;
    await delay(ECHO_EVERY_MS);
  }
}

async function checkRecords(): Promise<void> {
  await money.complete();
  await other.pause();
  const since = performance.now();
  const wrong = [...(await money.contradictions()), ...(await other.missing(client))];
  const verifying = startProgram(environment, { words: ['verify'] });
  const code = await verifying.ended();
  if (code !== 0) wrong.push(`npm run verify ended with ${code}: ${verifying.stdout()}${verifying.stderr()}`);
  issues.push(...wrong);
  for (const each of wrong) say(`ISSUE ${each}`);
  other.isPaused = false;
  say(
    `records: ${wrong.length} contradictions, verify ${code}, read in ${Math.round(performance.now() - since)} ms; ` +
      `${JSON.stringify(money.requestLog.counts)}; ${other.acknowledged}; ${three.delivered()} delivered; ${money.imports} imports; ` +
      `${times.count} calls, ${times.tooLong} waited more than 20 s; ${await memories()}`,
  );
}

/** Makes payments with a stall in the middle and then runs the checks. */
async function soak(period: number): Promise<void> {
  const stall = STALLS[period % STALLS.length];
  if (stall === undefined) return;
  await money.begin(EVERY_S * BEFORE_STALL * 1000);
  await delay(EVERY_S * BEFORE_STALL * 1000 - 2_000);
  // The stall happens during an import and its payments.
  await money.begin(SILENT_S * 1000);
  await delay(1_500);
  await stallFor(stall);
  await delay(10_000);
  times.phase = 'carrying';
  await checkRecords();
}

function report(): void {
  for (const line of times.report()) say(line);
  for (const line of recoveries) say(`recovery: ${line}`);
  say(
    `payments: ${JSON.stringify(money.requestLog.counts)}; ${other.acknowledged}; ${three.delivered()} delivered; ${money.imports} imports`,
  );
  say(`payouts sent back by ingest: ${echoed}`);
  say(`PgBouncer ended and was started again: ${three.poolerRestarts()} times`);
  say(`contradictions: ${issues.length}`);
}

let isOver = false;
for (const [node, { program }] of nodes.entries())
  void program.ended().then((code) => {
    if (isOver) return;
    issues.push(`node ${node + 1} ended`);
    say(`ISSUE node ${node + 1} ended with ${code}: ${program.stderr()}${program.stdout().slice(-6_000)}`);
  });
const atStart = await memories();
say(`${NODES} nodes are ready; ${atStart}`);
const reading = other.run(PER_SECOND);
const echoing = echoPayouts();
for (let period = 0; Date.now() - began < MINUTES * 60_000 - (EVERY_S / 2) * 1000; period += 1) {
  const ends = Date.now() + EVERY_S * 1000;
  try {
    await soak(period);
  } catch (error) {
    issues.push(String(error));
    say(`ISSUE ${error instanceof Error ? error.stack : String(error)}`);
  }
  if (period % 3 === 2) report();
  await delay(Math.max(0, ends - Date.now()));
}
other.stop();
areEchoesOver = true;
await Promise.all([reading, echoing]);
await other.pause();
report();
say(`at the start ${atStart}; at the end ${await memories()}`);
for (const [node, { program }] of nodes.entries())
  say(`node ${node + 1} said: ${program.stderr().slice(-2_000)}${program.stdout().slice(-6_000)}`);
isOver = true;
await client.end();
await database.close();
await three.stop();
process.exitCode = issues.length + times.tooLong > 0 ? 1 : 0;
