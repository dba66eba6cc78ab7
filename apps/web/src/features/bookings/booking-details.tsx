import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Booking } from '@wayside/contract/bookings';
import { addNote } from '@wayside/contract/notes';
import type { Payment } from '@wayside/contract/payments';
import { Phone } from 'lucide-react';
import { type RefObject, useRef } from 'react';
import { Allowed } from '../../lib/allowed.tsx';
import { isOwnServer } from '../../lib/config.ts';
import { formatCount, formatDateTime, formatExactRupees, headingId, NOT_AVAILABLE } from '../../lib/format.ts';
import { useMay } from '../../lib/session.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { useNow } from '../../lib/use-now.ts';
import { type RecordDetailsProps, RecordDialog } from '../../list/record-dialog.tsx';
import { PaymentLink } from '../../list/record-links.tsx';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { Button, buttonLook } from '../../ui/button.tsx';
import { DescriptionListSkeleton } from '../../ui/description-list.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { dialUrl } from '../../ui/phone-link.tsx';
import { type SmallColumn, SmallTable } from '../../ui/small-table.tsx';
import { RecordNotes } from '../notes/record-notes.tsx';
import { type Recipient, SendNotification } from '../notifications/send-notification.tsx';
import { methodLabel, paymentTimestamp, shortPaymentId } from '../payments/payment-labels.ts';
import { PaymentStatus } from '../payments/payment-status.tsx';
import { invalidateHistory } from '../people/person-queries.ts';
import { Timeline } from '../timeline/timeline.tsx';
import { BookingDescription } from './booking-description.tsx';
import { kindLabel, statusDetail, statusLabel, waitingText } from './booking-labels.ts';
import { bookingQuery, paymentsOfBookingQuery } from './bookings-queries.ts';

const COLUMNS: readonly SmallColumn<Payment>[] = [
  { header: 'Payment ID', cell: ({ id }) => <PaymentLink id={id}>{shortPaymentId(id)}</PaymentLink> },
  { header: 'Amount', align: 'end', cell: ({ amountPaise }) => formatExactRupees(amountPaise) },
  { header: 'Method', cell: ({ method }) => methodLabel(method) },
  { header: 'Status', cell: PaymentStatus },
  { header: 'Date', cell: (payment) => formatDateTime(paymentTimestamp(payment)) },
  { header: 'Screenshot', cell: Screenshot },
];

function Screenshot({ id, screenshot }: Payment) {
  if (screenshot === null) return NOT_AVAILABLE;
  return <PaymentLink id={id}>View</PaymentLink>;
}

/** Every payment of a booking (BOOK-14), for those who may read payments; nothing at a provider without this filter. */
function BookingPayments({ id }: { id: string }) {
  const mayRead = useMay()('payments:read');
  return isOwnServer() && mayRead ? <Payments id={id} /> : null;
}

function Payments({ id }: { id: string }) {
  const query = useQuery(paymentsOfBookingQuery(id));
  const { data } = query;
  const failure = useFailedLoad(query, 'Error fetching payments');
  return (
    <section aria-label="Payments" className="grid grid-cols-1 gap-1">
      <div className="flex min-h-6 items-center justify-between gap-3">
        <h3 className="font-semibold">
          Payments
          {data && (
            <span translate="no" className="numeric text-ink-faint">
              {' '}
              ({formatCount(data.total)})
            </span>
          )}
        </h3>
        {data && data.pageCount > 1 && (
          <Link to="/payments" search={{ booking: id }} className="link">
            Show all
          </Link>
        )}
      </div>
      {failure === null ? (
        <SmallTable
          caption="Payments of this booking"
          columns={COLUMNS}
          rows={data?.rows}
          keyOf={(payment) => payment.id}
          empty="There is no payment for this booking."
        />
      ) : (
        <RetryNote {...failure} />
      )}
    </section>
  );
}

/** The dialog of one booking (BOOK-08). */
export function BookingDetails({ id, row, onClose }: RecordDetailsProps<Booking>) {
  const noteField = useRef<HTMLTextAreaElement>(null);
  const query = useQuery({ ...bookingQuery(id), enabled: row === undefined });
  const booking = row ?? query.data;
  return (
    <RecordDialog
      title={`Booking Details #${headingId(id)}`}
      copiedId={id}
      titleExtra={booking && <TitleBadges booking={booking} />}
      size="lg"
      record={booking}
      query={query}
      error={{ title: 'Error Loading Booking', message: 'Failed to load bookings. Please try again.' }}
      missing="There is no booking with this id. It may have been deleted."
      skeleton={
        <DescriptionListSkeleton
          label="Loading the booking"
          columns={[
            [5, 1, 1, 1],
            [9, 2],
          ]}
        />
      }
      footer={booking && isOwnServer() && <BookingActions booking={booking} noteField={noteField} />}
      onClose={onClose}
    >
      {booking && (
        <div className="grid grid-cols-1 gap-6">
          <RecordNotes
            entity="booking"
            id={id}
            expected={booking.noteCount}
            fieldRef={noteField}
            onChanged={() => void invalidateHistory()}
          />
          <BookingDescription booking={booking} timeline={<Timeline entity="booking" id={id} isPart />} />
          <BookingPayments id={id} />
        </div>
      )}
    </RecordDialog>
  );
}

/** The booking's own status, what its badge does not say, and its kind (BOOK-08, BOOK-12). */
function TitleBadges({ booking }: { booking: Booking }) {
  const detail = statusDetail(booking.status);
  const waiting = waitingText(booking, useNow());
  return (
    <>
      <StatusBadge {...statusLabel(booking.status)} />
      {detail !== null && <span className="text-sm text-ink-soft">{detail}</span>}
      {waiting !== null && <span className="text-sm text-ink-soft">{waiting}</span>}
      <Badge tone={booking.kind === 'emergency' ? 'warning' : 'neutral'}>{kindLabel(booking.kind)}</Badge>
    </>
  );
}

interface BookingActionsProps {
  booking: Booking;
  noteField: RefObject<HTMLTextAreaElement | null>;
}

/** What can be done next to the information (PEOP-03). */
function BookingActions({ booking, noteField }: BookingActionsProps) {
  const { id, kind, customer, mechanic } = booking;
  const recipients = [recipientOf('user', customer), recipientOf('mechanic', mechanic)];
  return (
    <>
      {kind === 'emergency' && (
        <Link to="/roadside" search={{ emergency: id }} className={buttonLook()}>
          Open in Roadside
        </Link>
      )}
      <CallLink phone={customer?.phone} label="Call customer" />
      <CallLink phone={mechanic?.phone} label="Call mechanic" />
      <Allowed to={addNote}>
        <Button onClick={() => noteField.current?.focus()}>Add note</Button>
      </Allowed>
      <SendNotification recipients={recipients.filter((each) => each !== null)} />
    </>
  );
}

function CallLink({ phone, label }: { phone: string | null | undefined; label: string }) {
  const href = dialUrl(phone);
  return (
    href && (
      <a href={href} data-tip={phone ?? undefined} className={buttonLook()}>
        <Phone aria-hidden="true" className="size-4" />
        {label}
      </a>
    )
  );
}

/** An erased or unknown person cannot be sent a notification. */
const recipientOf = (type: Recipient['type'], person: Booking['customer']): Recipient | null =>
  person?.id && person.name ? { type, id: person.id, name: person.name } : null;
