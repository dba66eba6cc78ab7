import { createPayout } from '@wayside/contract/payouts';
import type { madeInWayside, OwnPayment } from './made-in-wayside.ts';
import { resultFileOf } from './payment-runs-under-test.ts';

/** The writers of stored facts: records from outside, administrators and banks (OWN-01). */
export function writersOn(wayside: ReturnType<typeof madeInWayside>) {
  const { runs, newId, ask } = wayside;
  const byId = (id: string) => () => `id = '${id}'`;
  const outcomes = async (collection: string, ...records: readonly object[]) => {
    const found: string[] = [];
    for (const record of records) found.push((await wayside.ingest(collection, record))[0]?.outcome ?? '');
    return found;
  };
  /** Ingests a record and then another form of it. @returns the outcome of the second */
  const changed = (collection: string, record: object, change: object) => async () =>
    (await outcomes(collection, record, { ...record, ...change })).slice(1);
  const noCollection = (collection: string) => async () => {
    const answer = await runs.test.call('POST', `/ingest/${collection}`, { headers: wayside.headers, body: [] });
    return [String(answer.status)];
  };
  const status = async (...given: Parameters<typeof ask>) => (await ask(...given)).status;
  const pay = (mechanic: string, transactionId: unknown) => () =>
    status('finance', 'POST', createPayout.path, { body: wayside.payoutBody(mechanic, 1, String(transactionId)) });
  const voidAgain = (kind: string, id: string) => () =>
    status('finance', 'POST', `/admin/payments-out/${kind}/${id}/void`, { body: { reason: 'Again' } });
  /** Gives the bank's result for a row once more, with other values. */
  const bankSays = (reference: string, other: object) => async () => {
    const line = { reference, status: 'Success', amount: 1000, utr: runs.utr(), ...other };
    const { issues } = await runs.applyResults(resultFileOf([line]));
    return issues.length === 1 ? 'for a person' : 'applied';
  };
  const rowOfRun = async () => {
    const mechanic = await runs.mechanic(1000);
    const { id, rows } = await runs.sent([mechanic]);
    return { id, mechanic, reference: rows[0]?.reference ?? '' };
  };
  const imported = async () => {
    const [id, mechanic] = [newId(), await runs.mechanic(0)];
    const record = { _id: id, mechanicId: mechanic, amount: 5, transactionId: runs.utr() };
    await outcomes('payouts', record);
    return { id, mechanic, record };
  };
  const own =
    ({ id, record }: OwnPayment) =>
    async () =>
      outcomes('payouts', record, { ...record, amount: 0, _id: id });
  const changedFirst = async (collection: string, record: object, change: object, act: () => Promise<unknown>) => {
    await outcomes(collection, record);
    return async () => {
      await act();
      return outcomes(collection, record, { ...record, ...change });
    };
  };
  return {
    byId,
    outcomes,
    changed,
    noCollection,
    status,
    pay,
    voidAgain,
    bankSays,
    rowOfRun,
    imported,
    own,
    changedFirst,
  };
}
