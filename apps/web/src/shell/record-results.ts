import { type LinkOptions, linkOptions, type RegisteredRouter } from '@tanstack/react-router';
import type { Booking } from '@wayside/contract/bookings';
import type { Mechanic } from '@wayside/contract/mechanics';
import type { Payment } from '@wayside/contract/payments';
import type { PaymentOut } from '@wayside/contract/payments-out';
import type { User } from '@wayside/contract/users';
import { type Message, msg, t, verbatim } from '../languages/text.ts';
import { isOwnServer } from '../lib/config.ts';
import { formatDate, formatExactRupees, orNotAvailable, shortId, spacedWords } from '../lib/format.ts';
import { lookUp } from '../lib/look-up.ts';
import { paymentOutKeyText } from '../lib/record-keys.ts';
import type { ComboboxOption } from '../ui/combobox.tsx';
import type { ScreenPath } from './navigation.ts';

export interface SearchResult extends ComboboxOption {
  readonly isMore?: boolean;
  /** Only the name sounds or looks like what was searched for (FIND-03). */
  readonly isSimilar?: boolean;
  /** The ids that find it, and it alone. */
  readonly ids?: readonly string[];
  readonly link: LinkOptions<RegisteredRouter, string, ScreenPath>;
}

const detailOf = ({ phone, email }: User | Mechanic) => [phone, email].filter(Boolean).join(' · ');

const STATUS_WORDS: Readonly<Record<string, Message>> = {
  pending: msg('Pending'),
  accepted: msg('Accepted'),
  arrived: msg('Arrived'),
  completed: msg('Completed'),
  user_confirmed: msg('User Confirmed'),
  rating_given: msg('Rating Given'),
  cancelled: msg('Cancelled'),
  paid: msg('Paid'),
  failed: msg('Failed'),
  refunded: msg('Refunded'),
};

/** The status of a booking or payment. */
const statusWord = (status: string | null): string =>
  t(lookUp(STATUS_WORDS, status ?? '') ?? verbatim(spacedWords(orNotAvailable(status))));

/** A booking, under the end of its id; the date comes first, because the end of a long line is cut. */
export function bookingResult(booking: Booking): SearchResult {
  const { id, customer, createdAt, amounts, services, problem, status } = booking;
  const names = services.map(({ name }) => orNotAvailable(name)).join(', ');
  const facts = [
    formatDate(createdAt),
    formatExactRupees(amounts?.totalPaise),
    statusWord(status),
    names || problem,
    orNotAvailable(customer?.name),
  ];
  const detail = facts.filter(Boolean).join(' · ');
  return {
    value: `booking ${id}`,
    ids: [id],
    label: t('Booking #{id}', { id: shortId(id) }),
    detail,
    link: linkOptions({ to: '/bookings', search: { booking: id } }),
  };
}

/** A customer or mechanic. @param search the text that found them */
export function personResult(person: User | Mechanic, key: 'user' | 'mechanic', search: string): SearchResult {
  // A provider that has no record by id has it in its list, under the text that it was found by.
  const found = isOwnServer() ? {} : { search };
  return {
    value: `${key} ${person.id}`,
    ids: [person.id],
    label: orNotAvailable(person.name),
    detail: detailOf(person),
    link: {
      user: linkOptions({ to: '/users', search: { user: person.id, ...found } }),
      mechanic: linkOptions({ to: '/mechanics', search: { mechanic: person.id, ...found } }),
    }[key],
  };
}

/** A payment, under the end of its id, with the status and the date of its list. */
export function paymentResult(payment: Payment): SearchResult {
  const { id, amountPaise, status, customer, transactedAt, createdAt } = payment;
  const facts = [
    formatDate(transactedAt ?? createdAt),
    formatExactRupees(amountPaise),
    statusWord(status),
    customer?.name ?? t('Guest'),
  ];
  return {
    value: `payment ${id}`,
    ids: [id],
    label: t('Payment #{id}', { id: shortId(id).toUpperCase() }),
    detail: facts.join(' · '),
    link: linkOptions({ to: '/payments', search: { payment: id } }),
  };
}

/** A payment out, under its transaction id. */
export const paymentOutResult = ({
  kind,
  id,
  transactionId,
  amountPaise,
  payee,
  paidAt,
}: PaymentOut): SearchResult => ({
  value: `transaction ${kind} ${id}`,
  ids: transactionId === null ? [id] : [id, transactionId],
  label: transactionId ?? t('Payment {id}', { id: shortId(id).toUpperCase() }),
  detail: `${t('{amount} to {name}', { amount: formatExactRupees(amountPaise), name: orNotAvailable(payee.name) })} · ${formatDate(paidAt)}`,
  link: linkOptions({ to: '/payouts/history', search: { payment: paymentOutKeyText({ kind, id }) } }),
});
