import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { connectTo } from '../testing/data-digest.ts';
import { dumpDatabase } from '../testing/dump-database.ts';
import { deliver } from '../testing/ingest-client.ts';
import { callProgram } from '../testing/program.ts';
import { programsUnderTest } from '../testing/programs-under-test.ts';
import { totpCode } from '../testing/two-factor-account.ts';

const PASSWORD = 'the first password 7391';
const WRONG = 'a wrong password 5512';
const OWN = 'her own password 6620';
const PAYEE = '65f0000000000000000000a1';
const CUSTOMER = '65f0000000000000000000b1';
const BANK = { account_number: '501234567890123', ifsc_code: 'SBIN0098765', upi_id: 'sunil-secret@upi' };
const AADHAAR = 'https://images.example.in/aadhaar-of-sunil.png';
const PERSON = { name: 'Lakshmi Venkataraman', phone_number: '9812345670', email: 'lakshmi.v@example.in' };

const { path, start } = programsUnderTest({ environment: { ADMIN_PASSWORD: PASSWORD, LOG_LEVEL: 'trace' } });

it('[PRIV-01] a dump, a backup and the logs contain no secret that users and programs have used, and the logs contain no personal data', {
  timeout: 300_000,
}, async () => {
  const program = start();
  const address = await program.ready();
  const call = async (method: string, at: string, token = '', body?: object) =>
    (await callProgram(address, [method, at, body], { token })).body;
  const logIn = (email: string, password: string) => call('POST', '/admin/login', '', { email, password });
  const email = 'admin@wayside.test';
  await logIn(email, WRONG);
  const { token } = await logIn(email, PASSWORD);
  const key = await call('POST', '/admin/keys', token, {
    name: 'market',
    scopes: ['mechanics', 'users'],
    days: 30,
  });
  const hook = await call('POST', '/admin/webhooks', token, { url: 'https://hooks.example.in/w', types: null });
  const rotated = await call('POST', `/admin/webhooks/${hook.data._id}/rotate`, token);
  const member = { name: 'Meera', email: 'meera@example.in', role: 'finance' };
  const invited = await call('POST', '/admin/team', token, member);
  await call('POST', '/admin/password-link', '', { token: invited.token, password: OWN });

  const hers = await logIn(member.email, OWN);
  const totp = await call('POST', '/admin/two-factor/totp', hers.token);
  const code = totpCode(totp.secret, new Date());
  const confirmed = await call('POST', '/admin/two-factor/totp/confirm', hers.token, { code });
  const [recoveryCode, otherCode] = confirmed.recoveryCodes;
  const challenge = await logIn(member.email, OWN);
  const second = await call('POST', '/admin/login/second', '', {
    challenge: challenge.challenge,
    code: recoveryCode,
  });

  const headers = { authorization: `Bearer ${key.key}` };
  const mechanic = { _id: PAYEE, name: 'Sunil Yadav', phone_number: '9898989812', status: 'approve' };
  const details = { payment_details: BANK, documents: { adhar_card: AADHAAR }, updatedAt: '2026-01-01T00:00:00Z' };
  await deliver([address], headers, { collection: 'mechanics', records: [{ ...mechanic, ...details }] });
  await deliver([address], headers, {
    collection: 'mechanics',
    records: [{ ...mechanic, ...details, status: [BANK] }],
  });
  await deliver([address], headers, { collection: 'users', records: [{ _id: CUSTOMER, ...PERSON }] });
  const shown = await call('GET', `/admin/mechanics/${PAYEE}/bank-account`, token);
  await call('GET', `/admin/mechanics/${PAYEE}/documents/aadhaar`, token);
  await call('GET', `/user/allusers?page=1&limit=10&search=${PERSON.phone_number}`, token);
  await call('POST', '/booking/create/apyout', token, { mechanicid: PAYEE, transaction_id: 'UTR1', amount: BANK });

  const secrets: Record<string, string> = {
    PASSWORD,
    WRONG,
    OWN,
    session: token,
    'session of a second step': second.token,
    challenge: challenge.challenge,
    invitation: invited.token,
    'service key': key.key,
    'signing secret': hook.secret.slice('whsec_'.length),
    'next signing secret': rotated.secret.slice('whsec_'.length),
    'TOTP secret': totp.secret,
    'recovery code': recoveryCode,
    'another recovery code': otherCode,
    ...BANK,
    AADHAAR,
  };
  // Verify that each secret was really used.
  for (const [name, secret] of Object.entries(secrets)) expect(secret.length, name).toBeGreaterThan(7);
  expect(JSON.stringify(shown)).toContain(BANK.account_number);
  const client = await connectTo(path('data'));
  const dump = await dumpDatabase(client);
  await client.end();
  const file = path('a.backup');
  const backup = start({}, ['backup', file]);
  expect(await backup.ended(), backup.stderr()).toBe(0);
  expect(await program.stop()).toBe(0);
  const outputs = [program, backup].map((each) => each.stdout() + each.stderr());
  const logs = [...outputs, await readFile(path('data/postgres.log'), 'utf8')].join('\n');
  const places = { dump, backup: gunzipSync(await readFile(file)).toString(), logs };
  expect(places.dump).toContain(PERSON.phone_number);
  expect(places.backup).toContain(PERSON.phone_number);
  expect(logs).toContain('chain heads');
  const found = Object.entries(places).flatMap(([place, text]) =>
    Object.entries(secrets).flatMap(([name, secret]) => (text.includes(secret) ? [`${name} in ${place}`] : [])),
  );
  const persons = [...Object.values(PERSON), mechanic.name, mechanic.phone_number];
  expect([...found, ...persons.filter((text) => logs.includes(text))]).toEqual([]);
});
