import { describe, expect, it } from 'vitest';
import { approvalTestTeam } from '../../testing/approval-test-team.ts';
import { tamper, verifyIntegrity } from '../../testing/integrity.ts';
import { approvals } from './approvals.ts';

const eyes = approvalTestTeam();
const issues = async () => (await verifyIntegrity(eyes.test.database, [approvals])).issues;

/** Creates an approved request and a pending one. */
async function requests(): Promise<{ approved: string; waiting: string }> {
  const { asha, bala } = eyes.people;
  const approved = (await eyes.pay(asha, '2000')).body.approval;
  await eyes.approve(bala, approved);
  await eyes.record(bala, approved);
  const waiting = (await eyes.pay(asha, '3000')).body.approval;
  expect(await issues()).toEqual([]);
  return { approved, waiting };
}

describe('[TEAM-06, SECU-05] verify finds', () => {
  it.each([
    ['another requester', `requested_by = decided_by || ''`, 'was not approved by another person'],
    ['another amount', 'amount_paise = amount_paise + 1', 'differs from the payment that it has made'],
    ['another approver', `decided_by = (SELECT min(id) FROM admins)`, 'differs from the activity log'],
  ])('%s of an approved request', async (_, change, issue) => {
    const { approved } = await requests();
    const { rows } = await eyes.sql('SELECT * FROM approvals WHERE id = $1', [approved]);
    const { asha, bala } = eyes.people;
    await tamper(
      eyes.test.database,
      ...['four_eyes', 'approved_by', 'paid_by'].map(
        (name) => `ALTER TABLE approvals DROP CONSTRAINT IF EXISTS approvals_${name}`,
      ),
      `UPDATE approvals SET ${change} WHERE id = '${approved}'`,
      `UPDATE activity SET actor_id = '${bala.id}'
       WHERE entity_id = '${approved}' AND actor_id = '${asha.id}' AND ${issue.includes('another person')}`,
    );
    expect(await issues()).toEqual([`the requested payment ${approved} ${issue}`]);
    const { requested_by: requestedBy, decided_by: decidedBy, amount_paise: paise } = rows[0];
    await tamper(
      eyes.test.database,
      `UPDATE approvals SET requested_by = '${requestedBy}', decided_by = '${decidedBy}', amount_paise = ${paise} WHERE id = '${approved}'`,
      `UPDATE activity SET actor_id = '${asha.id}' WHERE entity_id = '${approved}' AND action = 'requested'`,
      `ALTER TABLE approvals ADD CONSTRAINT approvals_four_eyes CHECK (state <> 'approved' OR decided_by <> requested_by)`,
    );
  });

  it('a deleted request, and a payment with the transaction id of a pending request', async () => {
    const { approved, waiting } = await requests();
    const payout = eyes.newId();
    await tamper(
      eyes.test.database,
      `DELETE FROM approvals WHERE id = '${approved}'`,
      `INSERT INTO payouts (id, mechanic_id, transaction_id, transaction_key, request_hash, amount_paise)
       SELECT '${payout}', mechanic_id, transaction_id, transaction_key, '\\x00', 1 FROM approvals WHERE id = '${waiting}'`,
      `INSERT INTO transaction_ids (key, payout_id) SELECT transaction_key, '${payout}' FROM approvals WHERE id = '${waiting}'`,
    );
    expect(await issues()).toEqual([
      `the requested payment ${waiting} waits, but its transaction id has paid`,
      `the requested payment ${approved} is missing`,
    ]);
  });
});
