import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type Booking, chargesOf } from '@wayside/contract/bookings';
import { addNote } from '@wayside/contract/notes';
import type { Payment } from '@wayside/contract/payments';
import type { PersonRef } from '@wayside/contract/wire/person-ref';
import { Phone, Star } from 'lucide-react';
import { type ReactNode, type RefObject, useRef } from 'react';
import { msg, t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { isOwnServer } from '../../lib/config.ts';
import {
  formatBookingRupees,
  formatCount,
  formatDateTime,
  formatExactRupees,
  headingId,
  notAvailable,
  orNotAvailable,
} from '../../lib/format.ts';
import { placeText } from '../../lib/place-text.ts';
import { useNow } from '../../lib/relative-time.ts';
import { useMay } from '../../lib/session.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { AmountItem } from '../../list/amount-item.tsx';
import { PaymentLink } from '../../list/list-columns.tsx';
import { type RecordDetailsProps, RecordDialog } from '../../list/record-dialog.tsx';
import { Badge, StatusBadge } from '../../ui/badge.tsx';
import { Button, buttonClassName } from '../../ui/button.tsx';
import {
  DescriptionItem,
  DescriptionList,
  DescriptionListSkeleton,
  LongDescriptionItem,
} from '../../ui/description-list.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { PhoneLink, toDialUrl } from '../../ui/phone-link.tsx';
import { Place } from '../../ui/place.tsx';
import { type SmallColumn, SmallTable } from '../../ui/small-table.tsx';
import { RecordNotes } from '../notes/record-notes.tsx';
import { type Recipient, SendNotification } from '../notifications/send-notification.tsx';
import { methodLabel, PaymentStatus, paymentTimestamp, shortPaymentId } from '../payments/payment-labels.tsx';
import { PersonLink } from '../people/person-link.tsx';
import { invalidateHistory } from '../people/person-queries.ts';
import { Timeline } from '../timeline/timeline.tsx';
import {
  bookingTimestamp,
  breakdownIssues,
  formatLocation,
  kindLabel,
  paymentStatusLabel,
  statusDetail,
  statusLabel,
  waitingText,
} from './booking-labels.ts';
import { bookingQuery, paymentsOfBookingQuery, placeQuery } from './bookings-queries.ts';
import { MechanicName } from './mechanic-name.tsx';

const COLUMNS: readonly SmallColumn<Payment>[] = [
  { header: msg('Payment ID'), cell: ({ id }) => <PaymentLink id={id}>{shortPaymentId(id)}</PaymentLink> },
  { header: msg('Amount'), align: 'end', cell: ({ amountPaise }) => formatExactRupees(amountPaise) },
  { header: msg('Method'), cell: ({ method }) => methodLabel(method) },
  { header: msg('Status'), cell: PaymentStatus },
  { header: msg('Date'), cell: (payment) => formatDateTime(paymentTimestamp(payment)) },
  { header: msg('Screenshot'), cell: Screenshot },
];

function Screenshot({ id, screenshot }: Payment) {
  if (screenshot === null) return notAvailable();
  return <PaymentLink id={id}>{t('View')}</PaymentLink>;
}

/** All payments of a booking (BOOK-14), shown only on our server and to users who may read payments. */
function BookingPayments({ booking }: { booking: Booking }) {
  const mayRead = useMay()('payments:read');
  return isOwnServer() && mayRead ? <Payments booking={booking} /> : null;
}

/** Returns whether the payments of a cancelled booking were refunded. Null if nothing was paid. */
function refundText(payments: readonly Payment[]): string | null {
  const sumOf = (wanted: string) =>
    payments.reduce((sum, { status, amountPaise }) => (status === wanted ? sum + (amountPaise ?? 0) : sum), 0);
  const [paid, refunded] = [sumOf('paid'), sumOf('refunded')];
  if (paid > 0)
    return t('This booking is cancelled. {amount} is paid and not refunded.', { amount: formatExactRupees(paid) });
  return refunded > 0 ? t('{amount} refunded.', { amount: formatExactRupees(refunded) }) : null;
}

function Payments({ booking: { id, status } }: { booking: Booking }) {
  const query = useQuery(paymentsOfBookingQuery(id));
  const { data } = query;
  const failure = useFailedLoad(query, t('Error fetching payments'));
  return (
    <section aria-label={t('Payments')} className="grid grid-cols-1 gap-1">
      <div className="flex min-h-6 items-center justify-between gap-3">
        <h3 className="font-semibold">
          {t('Payments')}
          {data && (
            <span translate="no" className="numeric text-ink-faint">
              {' '}
              ({formatCount(data.total)})
            </span>
          )}
        </h3>
        {data && data.pageCount > 1 && (
          <Link to="/payments" search={{ booking: id }} className="link">
            {t('Show all')}
          </Link>
        )}
      </div>
      {status === 'cancelled' && data?.pageCount === 1 && <p>{refundText(data.rows)}</p>}
      {failure === null ? (
        <SmallTable
          caption={t('Payments of this booking')}
          columns={COLUMNS}
          rows={data?.rows}
          keyOf={(payment) => payment.id}
          empty={t('There is no payment for this booking.')}
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
      title={t('Booking Details #{id}', { id: headingId(id) })}
      copiedId={id}
      titleExtra={booking && <TitleBadges booking={booking} />}
      size="lg"
      record={booking}
      query={query}
      error={{ title: t('Error Loading Booking'), message: t('Failed to load bookings. Please try again.') }}
      missing={t('There is no booking with this id. It may have been deleted.')}
      skeleton={
        <DescriptionListSkeleton
          label={t('Loading the booking')}
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
          <BookingPayments booking={booking} />
        </div>
      )}
    </RecordDialog>
  );
}

/** The status badge of the booking, the details that the badge does not show, and the kind (BOOK-08, BOOK-12). */
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

/** The actions of a booking (PEOP-03). */
function BookingActions({ booking, noteField }: BookingActionsProps) {
  const { id, kind, customer, mechanic } = booking;
  const recipients = [recipientOf('user', customer), recipientOf('mechanic', mechanic)];
  return (
    <>
      {kind === 'emergency' && (
        <Link to="/roadside" search={{ emergency: id }} className={buttonClassName()}>
          {t('Open in Roadside')}
        </Link>
      )}
      <CallLink phone={customer?.phone} label={t('Call customer')} />
      <CallLink phone={mechanic?.phone} label={t('Call mechanic')} />
      <Allowed to={addNote}>
        {/* On a phone, the note field is already visible on the first screen. */}
        <Button className="max-md:hidden" onClick={() => noteField.current?.focus()}>
          {t('Add note')}
        </Button>
      </Allowed>
      <SendNotification recipients={recipients.filter((each) => each !== null)} />
    </>
  );
}

function CallLink({ phone, label }: { phone: string | null | undefined; label: string }) {
  const href = toDialUrl(phone);
  return (
    href && (
      <a href={href} data-tip={phone ?? undefined} className={buttonClassName()}>
        <Phone aria-hidden="true" className="size-4" />
        {label}
      </a>
    )
  );
}

/** A notification cannot be sent to an erased or unknown person. */
const recipientOf = (type: Recipient['type'], person: Booking['customer']): Recipient | null =>
  person?.id && person.name ? { type, id: person.id, name: person.name } : null;

const STARS = 5;

/** The details of a booking, in the sections of BOOK-08. */
function BookingDescription({ booking, timeline }: { booking: Booking; timeline?: ReactNode }) {
  const { customer, rating } = booking;
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-6 md:grid-cols-2">
      <div className="grid grid-cols-1 content-start gap-6">
        <DescriptionList title={t('Customer Information')}>
          <DescriptionItem label={t('Name')}>
            <PersonLink person={customer} as="customer" isWhole />
          </DescriptionItem>
          <DescriptionItem label={t('Email')}>{orNotAvailable(customer?.email)}</DescriptionItem>
          <DescriptionItem label={t('Phone')}>
            <PersonPhone of={customer} />
          </DescriptionItem>
          <DescriptionItem label={t('Location')}>
            <Location of={booking.location} />
          </DescriptionItem>
          <DescriptionItem label={t('Vehicle')}>{t('Vehicle Info N/A')}</DescriptionItem>
        </DescriptionList>
        {booking.kind === 'emergency' ? <Emergency booking={booking} /> : <Services booking={booking} />}
        <DescriptionList title={t('Assigned Mechanic')}>
          <DescriptionItem label={t('Mechanic')}>
            <MechanicName booking={booking} isWhole />
          </DescriptionItem>
          {booking.mechanic && (
            <DescriptionItem label={t('Phone')}>
              <PersonPhone of={booking.mechanic} />
            </DescriptionItem>
          )}
        </DescriptionList>
        <DescriptionList title={t('Service Date & Time')}>
          <DescriptionItem label={t('Date and time')}>{formatDateTime(bookingTimestamp(booking))}</DescriptionItem>
        </DescriptionList>
      </div>
      <div className="grid grid-cols-1 content-start gap-6">
        <PaymentBreakdown booking={booking} />
        {rating !== null && rating > 0 && (
          <DescriptionList title={t('Customer Rating')}>
            <DescriptionItem label={t('Rating')}>
              <span className="inline-flex items-center gap-1.5">
                <Star aria-hidden="true" className="size-4 fill-warning-dot text-warning-dot" />
                {t('{rating} out of {stars}', { rating, stars: STARS })}
              </span>
            </DescriptionItem>
          </DescriptionList>
        )}
        <DescriptionList title={t('Booking Timeline')} note={timeline && <div className="pt-3">{timeline}</div>}>
          <DescriptionItem label={t('Created At')}>{formatDateTime(booking.createdAt)}</DescriptionItem>
          <DescriptionItem label={t('Last Updated')}>{formatDateTime(booking.updatedAt)}</DescriptionItem>
        </DescriptionList>
      </div>
    </div>
  );
}

const PersonPhone = ({ of: person }: { of: PersonRef | null }) =>
  person?.phone?.trim() ? <PhoneLink phone={person.phone} /> : notAvailable();

function Location({ of: location }: { of: Booking['location'] }) {
  const { data: name } = useQuery({ ...placeQuery(location), enabled: location !== null && isOwnServer() });
  if (!location) return notAvailable();
  return (
    <Place name={name ? placeText(name) : null} {...location}>
      {formatLocation(location)}
    </Place>
  );
}

function Services({ booking }: { booking: Booking }) {
  return (
    <DescriptionList title={t('Service Information')}>
      {booking.services.length === 0 && <DescriptionItem label={t('Services')}>{notAvailable()}</DescriptionItem>}
      {booking.services.map(({ name, pricePaise }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a service may occur twice and never moves
        <DescriptionItem key={index} label={orNotAvailable(name)} align="end">
          {formatBookingRupees(pricePaise)}
        </DescriptionItem>
      ))}
    </DescriptionList>
  );
}

function Emergency({ booking }: { booking: Booking }) {
  return (
    <DescriptionList title={t('Emergency Information')}>
      <LongDescriptionItem label={t('Problem description')}>{orNotAvailable(booking.problem)}</LongDescriptionItem>
    </DescriptionList>
  );
}

/** The parts of the price and the amount paid, with a warning if they do not add up (BOOK-10, BOOK-13). */
function PaymentBreakdown({ booking }: { booking: Booking }) {
  const charges = chargesOf(booking);
  const { amounts } = booking;
  const discountPaise = amounts?.discountPaise ?? null;
  const issues = breakdownIssues(booking);
  return (
    <DescriptionList
      title={t('Payment Breakdown')}
      extra={
        <span className="inline-flex items-center gap-2">
          {t('Payment')} <StatusBadge {...paymentStatusLabel(booking.paymentStatus)} />
        </span>
      }
      note={
        issues.length > 0 && (
          <ul className="mt-2 grid gap-1 rounded-md bg-warning-soft px-3 py-2 text-warning-text">
            {issues.map((issue) => (
              <li key={issue}>{issue}</li>
            ))}
          </ul>
        )
      }
    >
      <AmountItem format={formatBookingRupees} label={t('Platform fee')} paise={charges?.platformFeePaise} />
      <AmountItem format={formatBookingRupees} label={t('Mechanic charge')} paise={charges?.mechanicChargePaise} />
      <AmountItem format={formatBookingRupees} label={t('Service cost')} paise={charges?.serviceCostPaise} />
      <AmountItem format={formatBookingRupees} label={t('Price per km')} paise={charges?.pricePerKmPaise} />
      <AmountItem
        format={formatBookingRupees}
        label={t('Additional service cost')}
        paise={charges?.additionalServiceCostPaise}
      />
      <AmountItem
        format={formatBookingRupees}
        label={t('Discount')}
        paise={discountPaise === null ? null : 0 - discountPaise}
      />
      <AmountItem format={formatBookingRupees} label={t('Total')} paise={amounts?.totalPaise} isSum />
      <AmountItem format={formatBookingRupees} label={t('Paid')} paise={amounts?.paidPaise} />
      <AmountItem format={formatBookingRupees} label={t('Due')} paise={amounts?.duePaise} isSum />
    </DescriptionList>
  );
}
