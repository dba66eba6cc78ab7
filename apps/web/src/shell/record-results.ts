import { type LinkOptions, linkOptions, type RegisteredRouter } from '@tanstack/react-router';
import type { Booking } from '@wayside/contract/bookings';
import type { Mechanic } from '@wayside/contract/mechanics';
import type { Payment } from '@wayside/contract/payments';
import type { PaymentOut } from '@wayside/contract/payments-out';
import type { User } from '@wayside/contract/users';
import { amountRange } from '@wayside/contract/wire/amount-range';
import { foldText, matchesText, phoneIncludes, toSearchNumbers } from '@wayside/contract/wire/fold-text';
import { type Message, msg, t, verbatim } from '../languages/text.ts';
import { isOwnServer } from '../lib/config.ts';
import { formatDate, formatExactRupees, orNotAvailable, shortId, toSpacedText } from '../lib/format.ts';
import { lookUp } from '../lib/look-up.ts';
import { paymentOutKeyText } from '../lib/record-keys.ts';
import type { ComboboxOption } from '../ui/combobox.tsx';
import type { ScreenPath } from './navigation.ts';

export interface SearchResult extends ComboboxOption {
  readonly isMore?: boolean;
  /** Whether only the name sounds or looks similar to the search text (FIND-03). */
  readonly isSimilar?: boolean;
  /** The ids for which the search returns only this record. */
  readonly ids?: readonly string[];
  readonly link?: LinkOptions<RegisteredRouter, string, ScreenPath>;
  /** Runs instead of opening a link. */
  readonly run?: () => void;
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

/** Returns the translated status of a booking or payment. */
const statusText = (status: string | null): string =>
  t(lookUp(STATUS_WORDS, status ?? '') ?? verbatim(toSpacedText(orNotAvailable(status))));

/** Checks whether an amount begins with the typed digits (BOOK-15). */
function isAmount(paise: number | null | undefined, typed: string): boolean {
  const range = amountRange(typed);
  return range !== null && paise != null && paise >= range.fromPaise && paise <= range.toPaise;
}

type Person = { readonly name: string | null; readonly phone: string | null; readonly email: string | null } | null;

interface Found {
  readonly id: string;
  /** The texts that the result shows in any case. */
  readonly shown: readonly (string | null | undefined)[];
  readonly shownPaise: number | null | undefined;
  readonly paidPaise?: number | null | undefined;
  readonly bookingId?: string | null | undefined;
  readonly customer: Person;
  readonly mechanic: Person;
}

/** Returns what the search text matched, unless the result already shows it: "Paid ₹2,511", "Transaction ID 6309…". */
function matchOf(found: Found, search: string): string | null {
  const typed = search.trim();
  if (typed === '' || !isOwnServer()) return null;
  const { id, shown, shownPaise, paidPaise, bookingId, customer, mechanic } = found;
  const isId = (text: string | null | undefined) =>
    text?.includes(typed.toLowerCase().replaceAll(/^#|[ -]/g, '')) ?? false;
  if (isId(id)) return isId(shortId(id)) ? null : t('ID {id}', { id });
  if (isAmount(shownPaise, typed) || matchesText(shown, typed)) return null;
  if (isAmount(paidPaise, typed)) return t('Paid {amount}', { amount: formatExactRupees(paidPaise) });
  if (matchesText([mechanic?.name], typed)) return t('Mechanic {name}', { name: mechanic?.name ?? '' });
  const ofPerson = personMatch(customer, typed) ?? personMatch(mechanic, typed);
  if (ofPerson !== null) return ofPerson;
  if (isId(bookingId)) return t('Booking {id}', { id: bookingId ?? '' });
  // Any other match is in records that the result does not contain.
  if (paidPaise !== undefined && /^\d[\d.,]{0,9}$/.test(typed))
    return t('Payment of {amount}', { amount: `₹${typed}` });
  return /^[a-z]*\d{6,}$/i.test(typed.replaceAll(/[ -]/g, '')) ? t('Transaction ID {id}', { id: typed }) : null;
}

function personMatch(person: Person, typed: string): string | null {
  if (person === null) return null;
  const { phone, email } = person;
  if (toSearchNumbers(foldText(typed)).some((digits) => phoneIncludes(phone, digits)))
    return t('Phone {phone}', { phone: phone ?? '' });
  return matchesText([email], typed) ? t('Email {email}', { email: email ?? '' }) : null;
}

/**
 * Returns the result for a booking, labelled with the end of its id. The date comes first, because a long line is
 * truncated at its end.
 */
/** @param search the text that found the booking */
export function bookingResult(booking: Booking, search = ''): SearchResult {
  const { id, customer, mechanic, createdAt, amounts, services, problem, status } = booking;
  const names = services.map(({ name }) => orNotAvailable(name)).join(', ');
  const match = matchOf(
    {
      ...{ id, customer, mechanic, shownPaise: amounts?.totalPaise, paidPaise: amounts?.paidPaise },
      shown: [customer?.name, names, problem],
    },
    search,
  );
  const facts = [
    match,
    formatDate(createdAt),
    formatExactRupees(amounts?.totalPaise),
    statusText(status),
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

/** Returns the result for a customer or mechanic. @param search the text that found the person */
export function personResult(person: User | Mechanic, key: 'user' | 'mechanic', search: string): SearchResult {
  // An external provider that cannot return a record by id has the record in its list, under the text that found it.
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

/** Returns the result for a payment, labelled with the end of its id, with the same status and date as in the list. */
/** @param search the text that found the payment */
export function paymentResult(payment: Payment, search = ''): SearchResult {
  const { id, amountPaise, status, customer, mechanic, booking, transactedAt, createdAt } = payment;
  const match = matchOf(
    { id, customer, mechanic, bookingId: booking?.id, shownPaise: amountPaise, shown: [customer?.name] },
    search,
  );
  const facts = [
    ...(match === null ? [] : [match]),
    formatDate(transactedAt ?? createdAt),
    formatExactRupees(amountPaise),
    statusText(status),
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

/** Returns the result for a payment out, labelled with its transaction id. */
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
