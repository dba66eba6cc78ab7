import { createPayout } from '@wayside/contract/payouts';
import { beforeEach } from 'vitest';
import { moneyRecords } from './money-records.ts';
import { signedInApplication } from './signed-in-application.ts';
import { encodeBody } from './test-application.ts';

const NOW = '2026-11-05T03:35:00Z';

/**
 * Creates an application for the tests of a file, at 9:05 on 5 November 2026 in India. Each test has its own mechanic
 * with a balance of ₹1,000 from one earning.
 */
export function mechanicWithBalance() {
  const application = signedInApplication({ now: new Date(NOW) });
  const { call, send, goTo } = application;
  const records = moneyRecords(application);
  let mechanic: string;
  let last = 0;
  /** Returns a unique number. */
  const newNumber = () => ++last;
  const newId = () => `65f1${newNumber().toString(16).padStart(20, '0')}`;
  const newTransaction = () => `UTR${newNumber()}`;

  beforeEach(async () => {
    await goTo(NOW);
    mechanic = newId();
    await records.mechanic(mechanic, { name: 'Ravi Kumar', phone: '9876543210' });
    await records.payment(newId(), { mechanic_id: mechanic, amount_paise: 100_000 });
    await records.post();
  });

  return {
    application,
    records,
    /** The mechanic of the current test. */
    get mechanic() {
      return mechanic;
    },
    newNumber,
    newId,
    newTransaction,
    call,
    goTo,
    /**
     * Pays the complete balance with a new transaction id.
     * @param overrides fields of the body that differ, by their names in the API
     */
    pay: (overrides: Readonly<Record<string, unknown>> = {}) => {
      const usual = encodeBody(createPayout, {
        mechanicId: mechanic,
        transactionId: newTransaction(),
        amountPaise: 100_000,
        method: 'bank_transfer',
      });
      return send(createPayout.method, createPayout.path, { ...usual, ...overrides });
    },
    balance: async (id = mechanic) => (await call('GET', `/admin/mechanics/${id}/balance`)).body.data,
  };
}
