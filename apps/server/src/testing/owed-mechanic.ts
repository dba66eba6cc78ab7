import { createPayout } from '@wayside/contract/payouts';
import { encoderOf } from '@wayside/contract/wire/wire';
import { beforeEach } from 'vitest';
import { moneyRecords } from './money-records.ts';
import { signedInApplication } from './signed-in-application.ts';

const NOW = '2026-11-05T03:35:00Z';

/**
 * For the tests of the file that calls this: an application in which each test has a mechanic of its own, to whom ₹1,000
 * are owed in one earning, at 9:05 in the morning of 5 November 2026.
 */
export function owedMechanic() {
  const application = signedInApplication({ now: new Date(NOW) });
  const { call, send, goTo } = application;
  const records = moneyRecords(application);
  let mechanic: string;
  let last = 0;
  /** A number that no other test has. */
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
    /** The one of the present test. */
    get mechanic() {
      return mechanic;
    },
    newNumber,
    newId,
    newTransaction,
    call,
    goTo,
    /**
     * Pays the whole balance under a transaction id of its own.
     * @param overrides fields of the body that differ, in wire spelling
     */
    pay: (overrides: Readonly<Record<string, unknown>> = {}) => {
      const { method, path, body } = createPayout;
      if (body === null) throw new Error(`${path} takes no body`);
      const usual = encoderOf(body)({
        mechanicId: mechanic,
        transactionId: newTransaction(),
        amountPaise: 100_000,
        method: 'bank_transfer',
      });
      return send(method, path, { ...Object(usual), ...overrides });
    },
    balance: async (id = mechanic) => (await call('GET', `/admin/mechanics/${id}/balance`)).body.data,
  };
}
