import { Link } from '@tanstack/react-router';
import { ArrowUpRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { NOT_AVAILABLE, shortId } from '../lib/format.ts';
import { useMay } from '../lib/session.ts';
import { CopyableId } from '../ui/copyable-id.tsx';

/** The end of a booking's id, which a click copies (FMT-03), and a link to its details (BOOK-14); N/A without one. */
export function BookingId({ id }: { id: string | null }) {
  if (id === null) return NOT_AVAILABLE;
  const name = `Booking ${shortId(id)}`;
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
  /** Null where the payment is not known. */
  id: string | null;
  children: ReactNode;
}

/** Leads to the details of a payment, for those who may read payments (BOOK-14). */
export function PaymentLink({ id, children }: PaymentLinkProps) {
  const mayRead = useMay()('payments:read');
  if (id === null || !mayRead) return children;
  return (
    <Link to="/payments" search={{ payment: id }} data-tip={`Payment ${id}`} className="link">
      {children}
    </Link>
  );
}
