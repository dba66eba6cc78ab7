import { afterEach, describe, expect, inject, it } from 'vitest';
import { lockLedger } from '../../money/ledger/post-entries.ts';
import { expectError } from '../../testing/expect-error.ts';
import { fourEyes, type Person } from '../../testing/four-eyes.ts';
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

const demote = ({ id }: Person, role = 'viewer') =>
  send(eyes.people.owner, 'PATCH', `/admin/team/${id}/role`, { role });

// PGlite has one session: no other connection works while a transaction is open.
describe.skipIf(isLite(inject('testServer')))('[TEAM-01, TEAM-02] a right that is lost while a call waits', () => {
  it('pays and requests nothing for a suspended person or one with another role', async () => {
    const { asha, bala, owner } = eyes.people;
    const other = await eyes.signIn('finance');
    const suspend = () => send(owner, 'POST', `/admin/team/${asha.id}/suspend`);
    await expectError(
      whileItWaits(() => pay(asha, '500'), suspend),
      403,
      'Your role may not pay mechanics or loyalty, void payments, adjust balances or close days.',
    );
    expect(
      (
        await whileItWaits(
          () => payWallet(other, 2000),
          () => demote(other),
        )
      ).status,
    ).toBe(403);
    expect(
      (
        await whileItWaits(
          () => pay(bala, '500'),
          () => demote(bala),
        )
      ).status,
    ).toBe(403);
    expect([await paid(), await eyes.reserved()]).toEqual([[], 0]);
    const { rows } = await sql('SELECT FROM approvals WHERE mechanic_id = $1', [eyes.mechanic]);
    expect(rows).toEqual([]);
  });

  it('neither rejects nor withdraws a request', async () => {
    const { asha, bala } = eyes.people;
    const id: string = (await pay(asha, '2000')).body.approval;
    expect(
      (
        await whileItWaits(
          () => eyes.reject(bala, id),
          () => demote(bala),
        )
      ).status,
    ).toBe(403);
    expect(
      (
        await whileItWaits(
          () => eyes.withdraw(asha, id),
          () => demote(asha),
        )
      ).status,
    ).toBe(403);
    expect(await eyes.reserved()).toBe(2000);
  });

  it('neither changes the limits nor deletes a mechanic', async () => {
    const { owner } = eyes.people;
    const [other, manager] = [await eyes.signIn('owner'), await eyes.signIn('manager')];
    const free = () => send(other, 'PATCH', '/admin/approvals/settings', { limit: null, dayLimit: null });
    expect((await whileItWaits(free, () => demote(other, 'finance'))).status).toBe(403);
    expect((await send(owner, 'GET', '/admin/approvals/settings')).body.data).toMatchObject({ limit: 1000 });
    const erase = () => send(manager, 'DELETE', `/mechanic/deletemechnic/${eyes.mechanic}`);
    expect((await whileItWaits(erase, () => demote(manager, 'finance'))).status).toBe(403);
    expect((await send(owner, 'GET', `/admin/mechanics/${eyes.mechanic}`)).status).toBe(200);
  });
});
