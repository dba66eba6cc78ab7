import type { Random } from '../../../../packages/demo/src/random.ts';
import { deliver } from './ingest-client.ts';

/** A stored payout that was made in Wayside. */
export interface StoredPayout {
  readonly id: string;
  readonly mechanicId: string;
  readonly paise: number;
  readonly transactionId: string;
}

/** Reads the newest payouts that were made in Wayside. */
export const NEWEST_PAYOUTS = `
  SELECT id, mechanic_id AS "mechanicId", amount_paise AS paise, transaction_id AS "transactionId" FROM payouts
  WHERE request_hash IS NOT NULL ORDER BY listed_at DESC, id DESC LIMIT 300`;

/** A payout as a marketplace sends it back, and its expected outcome. */
export interface Echo {
  readonly record: Readonly<Record<string, unknown>>;
  readonly outcome: 'unchanged' | 'rejected';
}

/** The ways in which a marketplace sends back a payout that was made in Wayside (OWN-01). */
export const ECHOES: readonly ((payout: StoredPayout) => Echo)[] = [
  (payout) => ({ record: recordOf(payout), outcome: 'unchanged' }),
  (payout) => ({ record: { ...recordOf(payout), _version: 2 }, outcome: 'unchanged' }),
  (payout) => ({ record: { ...recordOf(payout), _version: 1 }, outcome: 'unchanged' }),
  (payout) => ({ record: { ...recordOf(payout), amount: 0 }, outcome: 'rejected' }),
  (payout) => ({
    record: { ...recordOf(payout), amount: payout.paise / 100 + 1, _version: 3 },
    outcome: 'rejected',
  }),
  (payout) => ({ record: { ...recordOf(payout), mechanicId: 'f'.repeat(24) }, outcome: 'rejected' }),
  (payout) => ({ record: { ...recordOf(payout), transactionId: null }, outcome: 'rejected' }),
  (payout) => ({ record: { ...recordOf(payout), transactionId: `ECHO-${payout.id}` }, outcome: 'rejected' }),
  ({ id }) => ({ record: { _id: id, _deleted: true, _version: 9 }, outcome: 'rejected' }),
];

const recordOf = ({ id, mechanicId, paise, transactionId }: StoredPayout) => ({
  ...{ _id: id, mechanicId, amount: paise / 100, transactionId, paymentMethod: 'online' },
});

/** Returns echoes of payouts in random order, some of them several times. */
export const echoesOf = (payouts: readonly StoredPayout[], random: Random, count: number): Echo[] =>
  payouts.length === 0 ? [] : Array.from({ length: count }, () => random.pick(ECHOES)(random.pick(payouts)));

/** Sends echoes to the ingest API until a node responds. @returns a message for each unexpected outcome */
export async function sendEchoes(
  addresses: Parameters<typeof deliver>[0],
  headers: Readonly<Record<string, string>>,
  echoes: readonly Echo[],
): Promise<string[]> {
  if (echoes.length === 0) return [];
  const records = echoes.map(({ record }) => record);
  const results = await deliver(addresses, headers, { collection: 'payouts', records });
  return echoes.flatMap(({ record, outcome }, index) =>
    results[index]?.outcome === outcome
      ? []
      : [`${JSON.stringify(record)} is ${results[index]?.outcome}, not ${outcome}`],
  );
}
