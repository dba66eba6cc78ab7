import { describe } from 'vitest';
import { signedInTest } from './support/application-test.ts';
import { onDatabase } from './support/database.ts';
import { expectHidden, expectVisible } from './support/expectations.ts';

const test = signedInTest({});

describe('more mechanics than can be named', () => {
  test('[BANK-01, VIEW-07] are paid where they are all who are owed something, and not those of a search', async ({
    page,
    application,
  }) => {
    await onDatabase(application, (client) =>
      client.query(
        `WITH many AS (
           INSERT INTO mechanics (id, name, status)
           SELECT 'c' || lpad(to_hex(n), 23, '0'), 'Ravi ' || n, 'approved' FROM generate_series(1, 10001) AS n
           ON CONFLICT (id) DO UPDATE SET name = excluded.name RETURNING id)
         INSERT INTO mechanic_balances (mechanic_id, net_earning_paise, cash_kept_paise, pending_commission_paise, paid_out_paise)
         SELECT id, 10000, 0, 0, 0 FROM many
         ON CONFLICT (mechanic_id) DO NOTHING`,
      ),
    );
    const bar = page.getByRole('region', { name: 'Selected rows' });
    const pay = bar.getByRole('button', { name: 'Pay 10,001 mechanics…' });
    const markAll = async (address: string) => {
      await page.goto(address);
      await expectVisible(page.getByRole('heading', { name: 'All Mechanics (10,001)' }));
      await page.getByRole('checkbox', { name: 'Select all rows on this page' }).click();
      await bar.getByRole('button', { name: 'Select all 10,001 that match' }).click();
    };
    await markAll('/payouts');
    await expectVisible(pay);
    await bar.getByRole('button', { name: 'Clear' }).click();
    await markAll('/payouts?search=Ravi');
    await expectVisible(bar.getByText('At most 10,000 of a search are paid at once.'));
    await expectHidden(pay);
  });
});
