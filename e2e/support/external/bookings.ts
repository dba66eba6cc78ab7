import type { Route } from './exchange.ts';
import { pageOf } from './paging.ts';

const matches = (records: readonly unknown[], { status = '', search = '' }: Readonly<Record<string, string>>) =>
  records.filter((record) => {
    const text = JSON.stringify(record);
    return text.includes(search) && (status === '' || text.includes(`"status":"${status}"`));
  });

/** Bookings, payments and the figures over them. */
export function bookingRoutes(
  bookings: readonly unknown[],
  payments: readonly unknown[],
  dashboard: unknown,
): readonly Route[] {
  return [
    { method: 'GET', path: '/booking/get/dashboard', answer: () => ({ json: dashboard }) },
    {
      method: 'GET',
      path: '/booking/admin/booking',
      answer: ({ query }) => ({ json: { status: true, ...pageOf(matches(bookings, query), query) } }),
    },
    {
      method: 'GET',
      path: '/booking/get/payments',
      answer: ({ query }) => {
        const { currentPage, ...page } = pageOf(matches(payments, query), query);
        return { json: { status: 'true', message: '', ...page } };
      },
    },
  ];
}
