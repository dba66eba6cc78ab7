/**
 * A report in one file with the number and amount of bookings by status, and the balances of mechanics.
 *
 * npm run key -- create reports --scope read:bookings,read:payouts
 * WAYSIDE_KEY=wsk_… npx tsx examples/reports.ts
 */
import { call, createClient, rows } from '@wayside/client';
import { listBookings, summarizePayouts } from '@wayside/client/operations';

const wayside = createClient({
  url: process.env['WAYSIDE_URL'] ?? 'http://127.0.0.1:3000',
  key: process.env['WAYSIDE_KEY'] ?? '',
});

const totals = new Map<string, { bookings: number; rupees: number }>();
for await (const { status, payment_details } of rows(wayside, listBookings)) {
  const name = status ?? 'unknown';
  const total = totals.get(name) ?? { bookings: 0, rupees: 0 };
  totals.set(name, { bookings: total.bookings + 1, rupees: total.rupees + (payment_details?.totalamount ?? 0) });
}
for (const [status, { bookings, rupees }] of totals)
  console.log(`${status}: ${bookings} bookings, ₹${rupees.toLocaleString('en-IN')}`);

const { totalNetEarning, totalPayout, totalPendingCommission } = await call(wayside, summarizePayouts);
const balances = (totalNetEarning ?? []).map(
  (earned, index) => earned - (totalPayout?.[index] ?? 0) - (totalPendingCommission?.[index] ?? 0),
);
const owed = balances.reduce((sum, balance) => sum + Math.max(0, balance), 0);
console.log(`owed to mechanics: ₹${owed.toLocaleString('en-IN')}`);
