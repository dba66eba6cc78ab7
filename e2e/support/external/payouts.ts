import type { Route } from './exchange.ts';

/** What mechanics have earned, whole: histories, figures as text, one who is in debt, one who is nobody. */
export const makeEarnings = (): Record<string, unknown>[] => [
  {
    mechanicId: 'mech-1',
    name: 'Anil Rao',
    phone: 9833333333,
    totalNetEarning: '1320.75',
    totalPayout: '300',
    totalPendingCommission: 0,
    netBalance: '1020.75',
    earnings: [
      {
        transactionDate: '2026-02-10T05:00:00.000Z',
        bookingId: '65f2000000000000abcdef01',
        paymentMethod: 'upi',
        grossEarning: '1499.5',
        commission: '149.95',
        platformFee: 28.8,
        netEarning: '1320.75',
      },
      { transactionDate: 'once', bookingId: null, grossEarning: 'much' },
    ],
    payouts: [{ payoutDate: '2026-02-11', transactionId: 778899, amount: '300' }],
  },
  { mechanicId: 'mech-2', name: 'Waiting Wasim', netBalance: -40, earnings: null },
  { mechanicId: 'mech-4' },
];

/** Earnings, and paying them. */
export function payoutRoutes(earnings: Record<string, unknown>[]): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/booking/earning/mechanic',
      answer: () => ({ json: { success: true, data: earnings } }),
    },
    {
      method: 'POST',
      path: '/booking/create/apyout',
      answer: ({ body }) => {
        const { mechanicid, amount } = body as Record<string, string>;
        const payee = earnings.find(({ mechanicId }) => mechanicId === mechanicid);
        if (!payee) return { status: 404, json: { message: 'No such mechanic' } };
        payee['netBalance'] = Number(payee['netBalance']) - Number(amount);
        return { status: 201, json: { success: true } };
      },
    },
  ];
}
