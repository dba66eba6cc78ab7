import { Link } from '@tanstack/react-router';
import type { Book, BookSums, CloseDifference, CloseKind, ClosePreview } from '@wayside/contract/closes';
import { useId } from 'react';
import { type Message, msg, plural, t, verbatim } from '../../languages/text.ts';
import { formatColumnRupees, formatCount, formatExactRupees, shortId } from '../../lib/format.ts';
import { lookUp } from '../../lib/look-up.ts';
import { cn } from '../../ui/cn.ts';

const BOOK_LABELS: Readonly<Record<Book, Message>> = {
  balances: msg('Balances of mechanics'),
  user_wallets: msg('Wallets of customers'),
  mechanic_wallets: msg('Wallets of mechanics'),
};

/** The names start in lower case, because they are used inside a sentence. */
const BOOK_NAMES: Readonly<Record<Book, Message>> = {
  balances: msg('balances of mechanics'),
  user_wallets: msg('wallets of customers'),
  mechanic_wallets: msg('wallets of mechanics'),
};

const KIND_LABELS: Readonly<Record<CloseKind, Message>> = {
  platform_earning: msg('Earnings, paid to the platform'),
  cash_earning: msg('Earnings, paid in cash'),
  platform_earning_reversal: msg('Reversed earnings, paid to the platform'),
  cash_earning_reversal: msg('Reversed earnings, paid in cash'),
  payout: msg('Payouts'),
  payout_reversal: msg('Voided payouts'),
  adjustment: msg('Adjustments'),
  refund: msg('Refunds borne by mechanics'),
  compensation: msg('Earnings retained after refunds'),
  opening: msg('First values from the source'),
  source_change: msg('Changes at the source'),
  loyalty_payout: msg('Loyalty payouts'),
  void: msg('Voided loyalty payouts'),
  wallet_adjustment: msg('Adjustments'),
};

/** Returns the entry count of a close: "1,204 entries, 3 of them about earlier days". */
export const entriesText = ({ entryCount, lateCount }: Pick<ClosePreview, 'entryCount' | 'lateCount'>): string =>
  lateCount === 0
    ? plural(entryCount, '{count} entry', '{count} entries')
    : plural(
        entryCount,
        '{count} entry, {lateCount} of them about earlier, closed days',
        '{count} entries, {lateCount} of them about earlier, closed days',
        { lateCount },
      );

/** Returns the unreconciled settlements of a close: "Unreconciled: 3, ₹1,200" (RECON-03). */
export const unreconciledText = ({ unreconciled }: Pick<ClosePreview, 'unreconciled'>): string | null =>
  unreconciled &&
  t('Unreconciled: {count}, {amount}', {
    count: unreconciled.count,
    amount: formatExactRupees(unreconciled.amountPaise),
  });

/** Shows the unreconciled settlements when a day is closed, as a warning if there are any. */
export function UnreconciledNote({ unreconciled }: Pick<ClosePreview, 'unreconciled'>) {
  const isOpen = unreconciled !== null && unreconciled.count > 0;
  return (
    unreconciled && (
      <p
        className={cn(
          'numeric font-medium',
          isOpen && 'rounded-md bg-warning-soft px-3 py-2 wrap-anywhere text-warning-text',
        )}
      >
        {unreconciledText({ unreconciled })}
      </p>
    )
  );
}

/** Daily totals of the books: opening balance, entries by kind, closing balance (CLOS-01). */
export function BookTables({ books }: { books: readonly BookSums[] }) {
  // Unused books are omitted.
  const used = books.filter(
    ({ openingPaise, closingPaise, kinds, unexplainedPaise }) =>
      kinds.length > 0 || openingPaise !== 0 || closingPaise !== 0 || unexplainedPaise !== 0,
  );
  return (
    <div className="grid gap-6">
      {used.length === 0 && <p className="text-ink-soft">{t('The books are empty so far.')}</p>}
      {used.map((sums) => (
        <BookTable key={sums.book} sums={sums} />
      ))}
    </div>
  );
}

const AMOUNT = 'numeric py-1.5 text-right';

function BookTable({ sums }: { sums: BookSums }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-1">
      <h3 id={id} className="font-semibold">
        {t(lookUp(BOOK_LABELS, sums.book) ?? verbatim(sums.book))}
      </h3>
      <table aria-labelledby={id} className="w-full text-sm">
        <thead className="sr-only">
          <tr>
            <th scope="col">{t('Entries')}</th>
            <th scope="col">{t('Number | count')}</th>
            <th scope="col">{t('Amount')}</th>
          </tr>
        </thead>
        <tbody>
          <SumRow label={t('Opening | balance')} amountPaise={sums.openingPaise} />
          {sums.kinds.map(({ kind, count, changePaise }) => (
            <SumRow
              key={kind}
              label={t(lookUp(KIND_LABELS, kind) ?? verbatim(kind))}
              count={count}
              amountPaise={changePaise}
              isChange
            />
          ))}
          <SumRow label={t('Closing | balance')} amountPaise={sums.closingPaise} isTotal />
        </tbody>
      </table>
      {sums.unexplainedPaise !== 0 && (
        <p className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger-text">
          {t('{amount} unexplained: the stored balance is {stored}.', {
            amount: formatExactRupees(sums.unexplainedPaise),
            stored: formatExactRupees(sums.closingPaise + sums.unexplainedPaise),
          })}
        </p>
      )}
    </section>
  );
}

interface SumRowProps {
  label: string;
  count?: number;
  amountPaise: number;
  isChange?: boolean;
  isTotal?: boolean;
}

function SumRow({ label, count, amountPaise, isChange = false, isTotal = false }: SumRowProps) {
  const amount = formatColumnRupees(amountPaise);
  return (
    <tr className={isTotal ? 'border-t border-ink-faint font-semibold' : 'border-t border-line'}>
      <th scope="row" className={cn('py-1.5 pr-2 text-left', !isTotal && 'font-normal')}>
        {label}
      </th>
      <td className={`${AMOUNT} w-16 text-ink-soft`}>{count === undefined ? '' : formatCount(count)}</td>
      <td className={`${AMOUNT} w-36`}>{isChange && amountPaise > 0 ? `+${amount}` : amount}</td>
    </tr>
  );
}

/** People whose stored balance or wallet differs from the sum of their entries. */
export function Differences({ differences }: { differences: readonly CloseDifference[] }) {
  const id = useId();
  if (differences.length === 0) return null;
  return (
    <section aria-labelledby={id} className="grid gap-1">
      <h3 id={id} className="font-semibold">
        {t('Differences')}{' '}
        <span translate="no" className="numeric text-ink-faint">
          ({formatCount(differences.length)})
        </span>
      </h3>
      <ul className="text-sm">
        {differences.map(({ book, personId, amountPaise }) => (
          <li key={`${book} ${personId}`} className="flex justify-between gap-4 border-t border-line py-1.5">
            <span>
              {book === 'user_wallets' ? (
                <Link to="/users" search={{ user: personId }} className="link">
                  {t('Customer {id}', { id: shortId(personId) })}
                </Link>
              ) : (
                <Link to="/mechanics" search={{ mechanic: personId }} className="link">
                  {t('Mechanic {id}', { id: shortId(personId) })}
                </Link>
              )}
              <span className="text-ink-soft"> · {t(lookUp(BOOK_NAMES, book) ?? verbatim(book))}</span>
            </span>
            <span translate="no" className="numeric">
              {formatColumnRupees(amountPaise)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
