/**
 * Writes a small database, filled by a release, from which `last-release.test.ts` upgrades: `npx tsx
 * tests/upgrades/dump-release.ts /path/of/release/apps/server/dist/main.js tests/upgrades/release-0.2.sql.gz`. It
 * needs pg_dump from the system's PostgreSQL.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { createSlot } from '@wayside/contract/slots';
import pg from 'pg';
import { startExternalServer } from '../../apps/server/src/testing/external-server.ts';
import { callProgram, databaseSettings, fetchToken, startProgram } from '../../apps/server/src/testing/program.ts';
import { PASSWORD } from '../../apps/server/src/testing/programs-under-test.ts';
import { encodeBody } from '../../apps/server/src/testing/test-application.ts';
import { requestPayment } from '../crash/payment-order.ts';

const [main = '', file = ''] = process.argv.slice(2);
const server = await startExternalServer();
const settings = { ...databaseSettings(server.connectionString, server.dataDir), ADMIN_PASSWORD: PASSWORD };
const run = async (...words: string[]) => {
  const program = startProgram(settings, { main, words });
  if ((await program.ended()) !== 0) throw new Error(program.stderr() || program.stdout());
};
const program = startProgram(settings, { main });
const address = await program.ready();
await run('demo', '--bookings', '100');
await run('key', 'create', 'feed', '--scope', 'bookings');
const token = await fetchToken(address, PASSWORD);
const client = new pg.Client({ connectionString: server.connectionString });
await client.connect();
const idsOf = async (text: string): Promise<string[]> => (await client.query(text)).rows.map(({ id }) => id);
const mechanics = await idsOf(
  `SELECT mechanic_id AS id FROM mechanic_balances JOIN mechanics AS m ON m.id = mechanic_id
   WHERE balance_paise > 10000 AND m.status = 'approved' ORDER BY balance_paise DESC LIMIT 3`,
);
for (const [place, payeeId] of mechanics.entries()) {
  const order = {
    kind: 'payout',
    payeeId,
    amountPaise: 5000 + place * 50,
    transactionId: `RELEASE-${place}-PAID`,
  } as const;
  if ((await requestPayment(address, token, order)) !== 200) throw new Error(`payout ${place} was not made`);
}
const [booking] = await idsOf('SELECT id FROM bookings ORDER BY id LIMIT 1');
for (const [path, body] of [
  ['/admin/notes', { entity: 'booking', id: booking, text: 'Called back.' }],
  [createSlot.path, encodeBody(createSlot, { startTime: '09:00', endTime: '10:00', duration: null })],
] as const) {
  const { status, body: response } = await callProgram(address, ['POST', path, body], { token });
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(response)}`);
}
await client.end();
await program.stop();
await run('verify');
const options = ['--inserts', '--rows-per-insert=200', '--no-owner', '--no-privileges', '--quote-all-identifiers'];
const text = execFileSync('pg_dump', [...options, server.connectionString], { encoding: 'utf8', maxBuffer: 1e9 });
// Only psql supports commands that start with a backslash.
writeFileSync(file, gzipSync(text.replaceAll(/^\\.*\n/gm, ''), { level: 9 }));
await server.remove();
process.exit(0);
