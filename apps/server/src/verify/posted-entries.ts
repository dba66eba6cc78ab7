import type { Amounts } from './expected-earnings.ts';

/** The entries of one source as they stand in the ledger: mechanic, flow, gross, commission, fee, net, paid out, balance. */
export type PostedEntry = readonly [
  mechanicId: string,
  flow: Amounts['flow'],
  gross: number,
  commission: number,
  fee: number,
  net: number,
  paidOut: number,
  balance: number,
];

/** In SQL: the entries of a source in JSON, null where there are none. */
export const postedJson = (source: string, id: string): string => `
  (SELECT json_agg(json_build_array(mechanic_id, flow, gross_paise, commission_paise, platform_fee_paise, net_paise, paid_out_paise, balance_paise))
   FROM ledger_entries WHERE source_id = ${id} AND source = '${source}')`;

/** How an entry moves the balance. */
export const balanceOf = ({ flow, commission, fee, net, paidOut }: Amounts): number =>
  (flow === 'cash' ? -(commission + fee) : net) - paidOut;

/** Whether the entries of a source come to what is expected of it and to nothing else; their reversals included. */
export function isAsExpected(posted: readonly PostedEntry[] | null, expected: Amounts | null): boolean {
  const sums = new Map<string, number[]>();
  const add = (key: string, amounts: readonly number[], sign: number) => {
    const sum = sums.get(key) ?? amounts.map(() => 0);
    sums.set(
      key,
      sum.map((amount, index) => amount + sign * (amounts[index] ?? 0)),
    );
  };
  for (const [mechanicId, flow, ...amounts] of posted ?? []) add(`${mechanicId} ${flow}`, amounts, 1);
  if (expected !== null) {
    const { mechanicId, flow, gross, commission, fee, net, paidOut } = expected;
    add(`${mechanicId} ${flow}`, [gross, commission, fee, net, paidOut, balanceOf(expected)], -1);
  }
  return [...sums.values()].flat().every((amount) => amount === 0);
}
