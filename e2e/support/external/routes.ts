import { pageOf, type Route, removeById } from './exchange.ts';

/** The administrator of the external API. */
export const externalAdministrator = { email: 'ops@external.test', password: 'open sesame' };
/** The token that the external API issues. */
export const externalToken = 'jwt.of.external.api';

/** Routes for signing in and for a profile without a name. A test can use them alone. */
export const sessionRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/admin/login',
    respond: ({ body }) => {
      const { email, password } = body as typeof externalAdministrator;
      const isRight = email === externalAdministrator.email && password === externalAdministrator.password;
      return { json: isRight ? { status: true, token: externalToken } : { status: false } };
    },
  },
  {
    method: 'GET',
    path: '/admin/ownprofile',
    respond: () => ({ json: { _id: 'a-7', email: externalAdministrator.email, role: 3 } }),
  },
];

const matches = (records: readonly unknown[], { status = '', search = '' }: Readonly<Record<string, string>>) =>
  records.filter((record) => {
    const text = JSON.stringify(record);
    return text.includes(search) && (status === '' || text.includes(`"status":"${status}"`));
  });

/** Routes of bookings, payments and the dashboard's stats. */
export function bookingRoutes(
  bookings: readonly unknown[],
  payments: readonly unknown[],
  dashboard: unknown,
): readonly Route[] {
  return [
    { method: 'GET', path: '/booking/get/dashboard', respond: () => ({ json: dashboard }) },
    {
      method: 'GET',
      path: '/booking/admin/booking',
      respond: ({ query }) => ({ json: { status: true, ...pageOf(matches(bookings, query), query) } }),
    },
    {
      method: 'GET',
      path: '/booking/get/payments',
      respond: ({ query }) => {
        const { currentPage, ...page } = pageOf(matches(payments, query), query);
        return { json: { status: 'true', message: '', ...page } };
      },
    },
  ];
}

/** Returns mechanic earnings with histories, amounts as text, a negative balance and a mechanic without a name. */
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

/** Routes of earnings and payouts. */
export function payoutRoutes(earnings: Record<string, unknown>[]): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/booking/earning/mechanic',
      respond: () => ({ json: { success: true, data: earnings } }),
    },
    {
      method: 'POST',
      path: '/booking/create/apyout',
      respond: ({ body }) => {
        const { mechanicid, amount } = body as Record<string, string>;
        const payee = earnings.find(({ mechanicId }) => mechanicId === mechanicid);
        if (!payee) return { status: 404, json: { message: 'No such mechanic' } };
        payee['netBalance'] = Number(payee['netBalance']) - Number(amount);
        return { status: 201, json: { success: true } };
      },
    },
  ];
}

/** Routes of notifications, which return pages without counts. */
export function notificationRoutes(notifications: unknown[]): readonly Route[] {
  return [
    {
      method: 'GET',
      path: '/notification/getall',
      respond: ({ query }) => {
        const start = (Number(query['page']) - 1) * Number(query['limit']);
        return { json: { data: notifications.slice(start, start + Number(query['limit'])) } };
      },
    },
    {
      method: 'POST',
      path: '/notification/create',
      respond: ({ body }) => {
        notifications.unshift({
          _id: `ntf-new-${notifications.length}`,
          ...(body as object),
          createdAt: Date.now(),
        });
        return { json: { status: true, message: 'Queued' } };
      },
    },
    {
      method: 'DELETE',
      path: '/notification/delete/{}',
      respond: ({ id }) =>
        removeById(notifications, id) ? { json: {} } : { status: 404, json: { message: 'Not found' } },
    },
  ];
}
