import { Link } from '@tanstack/react-router';
import { thumbnailOf } from '@wayside/contract/files';
import { ArrowUpRight, ImageOff, type LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Message, t } from '../languages/text.ts';
import {
  formatColumnRupees,
  formatDate,
  formatExactRupees,
  formatTime,
  notAvailable,
  shortId,
} from '../lib/format.ts';
import { imageAddress } from '../lib/images.ts';
import { useMay } from '../lib/session.ts';
import { CopyableId } from '../ui/copyable-id.tsx';
import type { ColumnSort, ListColumn } from './list-definition.ts';

export const moneyColumn = <Row,>(
  header: Message,
  width: string,
  paiseOf: (row: Row) => number | null | undefined,
  sort?: ColumnSort,
): ListColumn<Row> => ({
  header,
  width,
  align: 'end',
  className: 'font-medium',
  ...(sort ? { sort } : {}),
  cell: (row) => formatExactRupees(paiseOf(row)),
});

/** A column for outgoing payments, always with two decimals (PEOP-05). */
export const exactMoneyColumn = <Row,>(
  header: Message,
  width: string,
  paiseOf: (row: Row) => number,
): ListColumn<Row> => ({
  ...moneyColumn(header, width, paiseOf),
  cell: (row) => formatColumnRupees(paiseOf(row)),
});

export const nameColumn = <Row,>(
  header: Message,
  width: string,
  nameOf: (row: Row) => string,
): ListColumn<Row> => ({
  header,
  width,
  cell: (row) => (
    <span translate="no" className="block truncate font-medium" data-tip={nameOf(row)}>
      {nameOf(row)}
    </span>
  ),
});

export function Timestamp({ at }: { at: string | null }) {
  if (at === null) return notAvailable();
  return (
    <time dateTime={at} className="numeric whitespace-nowrap">
      <span className="block">{formatDate(at)}</span>
      <span className="block text-ink-soft">{formatTime(at)}</span>
    </time>
  );
}

export interface RecordImageProps {
  url: string | null;
  placeholder: LucideIcon;
}

export function RecordImage({ url, placeholder: Placeholder }: RecordImageProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const isBroken = url !== null && url === broken;
  return (
    <span className="grid size-10 place-items-center overflow-hidden rounded-md border border-line bg-hover text-ink-faint">
      {url !== null && !isBroken && (
        <img
          src={thumbnailOf(imageAddress(url))}
          alt=""
          width={40}
          height={40}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(url)}
          className="size-full object-cover"
        />
      )}
      {url === null && <Placeholder aria-hidden="true" className="size-5" />}
      {isBroken && (
        <span role="img" aria-label={t('Image failed to load')} data-tip={t('Image failed to load')}>
          <ImageOff aria-hidden="true" className="size-5" />
        </span>
      )}
    </span>
  );
}

/**
 * The end of a booking id, which a click copies (FMT-03), and a link to the booking's details (BOOK-14). N/A if there
 * is no id.
 */
export function BookingId({ id }: { id: string | null }) {
  if (id === null) return notAvailable();
  const name = t('Booking {id}', { id: shortId(id) });
  return (
    <span className="inline-flex items-center gap-1">
      <CopyableId id={id} shown={shortId(id)} />
      <Link
        to="/bookings"
        search={{ booking: id }}
        aria-label={name}
        data-tip={name}
        className="rounded-sm p-1.5 text-accent-text"
      >
        <ArrowUpRight aria-hidden="true" className="size-3.5" />
      </Link>
    </span>
  );
}

interface PaymentLinkProps {
  id: string | null;
  children: ReactNode;
}

/** Link to the details of a payment, for users who may read payments (BOOK-14). */
export function PaymentLink({ id, children }: PaymentLinkProps) {
  const mayRead = useMay()('payments:read');
  if (id === null || !mayRead) return children;
  return (
    <Link to="/payments" search={{ payment: id }} data-tip={t('Payment {id}', { id })} className="link">
      {children}
    </Link>
  );
}
