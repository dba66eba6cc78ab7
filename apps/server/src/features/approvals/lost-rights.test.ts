import { afterEach, describe, expect, inject, it } from 'vitest';
import { lockLedger } from '../../money/ledger/post-entries.ts';
import { expectError } from '../../testing/expect-error.ts';
import { fourEyes } from '../../testing/four-eyes.ts';
import { verifyIntegrity } from '../../testing/integrity.ts';
import { isLite } from '../../testing/lite-server.ts';
import type { Answer } from '../../testing/test-application.ts';
import { untilLockWait } from '../../testing/until-lock-wait.ts';

const eyes = fourEyes();
const { pay, payWallet, paid, send, sql } = eyes;

afterEach(async () => {
  expect((await verifyIntegrity(eyes.test.database)).issues).toEqual([]);
});

/** Makes a call that waits for the ledger, as behind an import, and takes the right away in the meantime. */
async function whileItWaits(call: () => Promise<Answer>, takeAway: () => Promise<unknown>): Promise<Answer> {
  const importing = await eyes.test.database.pool.connect();
  try {
    await importing.query('BEGIN');
    await lockLedger(importing);
    const answer = call();
    await untilLockWait(eyes.test.database, 'the call waits for the ledger');
    await takeAway();
    await importing.query('COMMIT');
    return await answer;
  } finally {
    importing.release();
  }
}

// PGlite has one session: no other connection works while a transaction is open.
describe.skipIf(isLite(inject('testServer')))('[TEAM-01, TEAM-02] a right that is lost while a call waits', () => {
  it('pays nothing for somebody who is suspended', async () => {
    const { asha, owner } = eyes.people;
    const suspend = () => send(owner, 'POST', `/admin/team/${asha.id}/suspend`);
    await expectError(
      whileItWaits(() => pay(asha, '500'), suspend),
      403,
      'Your role may not pay mechanics or loyalty, void payments, adjust balances or close days.',
    );
    expect(await paid()).toEqual([]);
  });

  it('pays no wallet and requests nothing for somebody with another role', async () => {
    const { asha, bala, owner } = eyes.people;
    const demote = (id: string) => () => send(owner, 'PATCH', `/admin/team/${id}/role`, { role: 'viewer' });
    expect((await whileItWaits(() => payWallet(asha, 2000), demote(asha.id))).status).toBe(403);
    expect((await whileItWaits(() => pay(bala, '500'), demote(bala.id))).status).toBe(403);
    expect([await paid(), await eyes.reserved()]).toEqual([[], 0]);
    const { rows } = await sql('SELECT FROM approvals WHERE mechanic_id = $1', [eyes.mechanic]);
    expect(rows).toEqual([]);
  });

  it('neither rejects nor withdraws what waits for approval', async () => {
    const { asha, bala, owner } = eyes.people;
    const id: string = (await pay(asha, '2000')).body.approval;
    const demote = (admin: string) => () => send(owner, 'PATCH', `/admin/team/${admin}/role`, { role: 'viewer' });
    expect((await whileItWaits(() => eyes.reject(bala, id), demote(bala.id))).status).toBe(403);
    expect((await whileItWaits(() => eyes.withdraw(asha, id), demote(asha.id))).status).toBe(403);
    expect(await eyes.reserved()).toBe(2000);
  });

  it('neither changes the limits nor deletes a mechanic', async () => {
    const { owner } = eyes.people;
    const other = await eyes.signIn('owner');
    const demote = (id: string) => () => send(owner, 'PATCH', `/admin/team/${id}/role`, { role: 'finance' });
    const free = () => send(other, 'PATCH', '/admin/approvals/settings', { limit: null, dayLimit: null });
    expect((await whileItWaits(free, demote(other.id))).status).toBe(403);
    expect((await send(owner, 'GET', '/admin/approvals/settings')).body.data).toMatchObject({ limit: 1000 });
    const manager = await eyes.signIn('manager');
    const erase = () => send(manager, 'DELETE', `/mechanic/deletemechnic/${eyes.mechanic}`);
    expect((await whileItWaits(erase, demote(manager.id))).status).toBe(403);
    expect((await send(owner, 'GET', `/admin/mechanics/${eyes.mechanic}`)).status).toBe(200);
  });
});
