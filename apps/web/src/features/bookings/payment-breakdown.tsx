import { type Booking, chargesOf } from '@wayside/contract/bookings';
import { formatRupees } from '../../lib/format.ts';
import { Badge } from '../../ui/badge.tsx';
import { DescriptionList, Fact } from '../../ui/description-list.tsx';
import { paymentStatusLabel } from './booking-labels.ts';

/** What the price is made of, and what of it is paid (BOOK-10). */
export function PaymentBreakdown({ booking }: { booking: Booking }) {
  const charges = chargesOf(booking);
  const { amounts } = booking;
  const status = paymentStatusLabel(booking.paymentStatus);
  return (
    <DescriptionList
      title="Payment Breakdown"
      extra={
        <Badge tone={status.tone} dot>
          {status.label}
        </Badge>
      }
    >
      <Amount label="Platform fee" paise={charges?.platformFeePaise} />
      <Amount label="Mechanic charge" paise={charges?.mechanicChargePaise} />
      <Amount label="Service cost" paise={charges?.serviceCostPaise} />
      <Amount label="Price per km" paise={charges?.pricePerKmPaise} />
      <Amount label="Additional service cost" paise={charges?.additionalServiceCostPaise} />
      <Amount label="Total" paise={amounts?.totalPaise} isSum />
      <Amount label="Discount" paise={amounts?.discountPaise} />
      <Amount label="Paid" paise={amounts?.paidPaise} />
      <Amount label="Due" paise={amounts?.duePaise} isSum />
    </DescriptionList>
  );
}

function Amount({
  label,
  paise,
  isSum = false,
}: {
  label: string;
  paise: number | null | undefined;
  isSum?: boolean;
}) {
  return (
    <Fact label={label} align="end">
      <span className={isSum ? 'font-semibold' : ''}>{formatRupees(paise)}</span>
    </Fact>
  );
}
