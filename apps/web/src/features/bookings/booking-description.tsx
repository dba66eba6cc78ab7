import { useQuery } from '@tanstack/react-query';
import { type Booking, chargesOf } from '@wayside/contract/bookings';
import type { PersonRef } from '@wayside/contract/wire/person-ref';
import { Star } from 'lucide-react';
import type { ReactNode } from 'react';
import { isOwnServer } from '../../lib/config.ts';
import { formatBookingRupees, formatDateTime, NOT_AVAILABLE, orNotAvailable } from '../../lib/format.ts';
import { AmountFact } from '../../list/record-dialog.tsx';
import { StatusBadge } from '../../ui/badge.tsx';
import { DescriptionList, Fact, LongFact } from '../../ui/description-list.tsx';
import { PhoneLink } from '../../ui/phone-link.tsx';
import { Place } from '../../ui/place.tsx';
import { PersonLink } from '../people/person-link.tsx';
import { MechanicName } from './booking-columns.tsx';
import { bookingTimestamp, breakdownIssues, formatPlace, paymentStatusLabel } from './booking-labels.ts';
import { placeQuery } from './bookings-queries.ts';

const STARS = 5;

/** Every fact of a booking, in the sections of BOOK-08. */
export function BookingDescription({ booking, timeline }: { booking: Booking; timeline?: ReactNode }) {
  const { customer, rating } = booking;
  return (
    <div className="grid grid-cols-1 gap-x-8 gap-y-6 md:grid-cols-2">
      <div className="grid grid-cols-1 content-start gap-6">
        <DescriptionList title="Customer Information">
          <Fact label="Name">
            <PersonLink person={customer} as="customer" isWhole />
          </Fact>
          <Fact label="Email">{orNotAvailable(customer?.email)}</Fact>
          <Fact label="Phone">
            <Phone of={customer} />
          </Fact>
          <Fact label="Location">
            <Location of={booking.location} />
          </Fact>
          <Fact label="Vehicle">Vehicle Info N/A</Fact>
        </DescriptionList>
        {booking.kind === 'emergency' ? <Emergency booking={booking} /> : <Services booking={booking} />}
        <DescriptionList title="Assigned Mechanic">
          <Fact label="Mechanic">
            <MechanicName booking={booking} isWhole />
          </Fact>
          {booking.mechanic && (
            <Fact label="Phone">
              <Phone of={booking.mechanic} />
            </Fact>
          )}
        </DescriptionList>
        <DescriptionList title="Service Date & Time">
          <Fact label="Date and time">{formatDateTime(bookingTimestamp(booking))}</Fact>
        </DescriptionList>
      </div>
      <div className="grid grid-cols-1 content-start gap-6">
        <PaymentBreakdown booking={booking} />
        {rating !== null && rating > 0 && (
          <DescriptionList title="Customer Rating">
            <Fact label="Rating">
              <span className="inline-flex items-center gap-1.5">
                <Star aria-hidden="true" className="size-4 fill-warning-dot text-warning-dot" />
                {rating} out of {STARS}
              </span>
            </Fact>
          </DescriptionList>
        )}
        <DescriptionList title="Booking Timeline" note={timeline && <div className="pt-3">{timeline}</div>}>
          <Fact label="Created At">{formatDateTime(booking.createdAt)}</Fact>
          <Fact label="Last Updated">{formatDateTime(booking.updatedAt)}</Fact>
        </DescriptionList>
      </div>
    </div>
  );
}

const Phone = ({ of: person }: { of: PersonRef | null }) =>
  person?.phone?.trim() ? <PhoneLink phone={person.phone} /> : NOT_AVAILABLE;

function Location({ of: location }: { of: Booking['location'] }) {
  const { data: name } = useQuery({ ...placeQuery(location), enabled: location !== null && isOwnServer() });
  if (!location) return NOT_AVAILABLE;
  return (
    <Place name={name ?? null} {...location}>
      {formatPlace(location)}
    </Place>
  );
}

function Services({ booking }: { booking: Booking }) {
  return (
    <DescriptionList title="Service Information">
      {booking.services.length === 0 && <Fact label="Services">{NOT_AVAILABLE}</Fact>}
      {booking.services.map(({ name, pricePaise }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a service may occur twice and never moves
        <Fact key={index} label={orNotAvailable(name)} align="end">
          {formatBookingRupees(pricePaise)}
        </Fact>
      ))}
    </DescriptionList>
  );
}

function Emergency({ booking }: { booking: Booking }) {
  return (
    <DescriptionList title="Emergency Information">
      <LongFact label="Problem description">{orNotAvailable(booking.problem)}</LongFact>
    </DescriptionList>
  );
}

/** The parts of the price, and how much of it is paid, as they add up; if they do not, it shows a warning (BOOK-10, BOOK-13). */
function PaymentBreakdown({ booking }: { booking: Booking }) {
  const charges = chargesOf(booking);
  const { amounts } = booking;
  const discountPaise = amounts?.discountPaise ?? null;
  const issues = breakdownIssues(booking);
  return (
    <DescriptionList
      title="Payment Breakdown"
      extra={
        <span className="inline-flex items-center gap-2">
          Payment <StatusBadge {...paymentStatusLabel(booking.paymentStatus)} />
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
      <AmountFact format={formatBookingRupees} label="Platform fee" paise={charges?.platformFeePaise} />
      <AmountFact format={formatBookingRupees} label="Mechanic charge" paise={charges?.mechanicChargePaise} />
      <AmountFact format={formatBookingRupees} label="Service cost" paise={charges?.serviceCostPaise} />
      <AmountFact format={formatBookingRupees} label="Price per km" paise={charges?.pricePerKmPaise} />
      <AmountFact
        format={formatBookingRupees}
        label="Additional service cost"
        paise={charges?.additionalServiceCostPaise}
      />
      <AmountFact
        format={formatBookingRupees}
        label="Discount"
        paise={discountPaise === null ? null : 0 - discountPaise}
      />
      <AmountFact format={formatBookingRupees} label="Total" paise={amounts?.totalPaise} isSum />
      <AmountFact format={formatBookingRupees} label="Paid" paise={amounts?.paidPaise} />
      <AmountFact format={formatBookingRupees} label="Due" paise={amounts?.duePaise} isSum />
    </DescriptionList>
  );
}
