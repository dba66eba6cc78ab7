import { Link } from '@tanstack/react-router';
import { showBankAccount } from '@wayside/contract/mechanics';
import type { PayoutPreview as Preview } from '@wayside/contract/payouts';
import { Allowed } from '../../lib/allowed.tsx';
import { formatCount, formatDate, formatDateTime, formatExactRupees } from '../../lib/format.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { type Retriable, useRetry } from '../../lib/use-retry.ts';
import { cn } from '../../ui/cn.ts';
import { DescriptionListSkeleton } from '../../ui/description-list.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { BankDetails } from '../people/bank-details.tsx';
import { PayoutWarning } from './payout-warning.tsx';
import { notFreeText, payablePaise } from './payouts-queries.ts';

type PreviewQuery = Retriable & { readonly data: Preview | undefined };

/** The earnings that the payout covers, and warnings before it leaves (PAYO-05). */
export function PayoutPreview({ preview, amountPaise }: { preview: PreviewQuery; amountPaise: number }) {
  const { data } = preview;
  const failure = useFailedLoad(preview, 'What this payout covers could not be loaded.');
  if (failure) return <RetryNote {...failure} />;
  return (
    <>
      <div className="text-sm text-ink-soft">
        {data ? <Coverage data={data} /> : <p className="invisible">{USUAL_COVERAGE}</p>}
      </div>
      {data && <Warnings data={data} amountPaise={amountPaise} />}
    </>
  );
}

export interface PayoutDestinationProps {
  mechanicId: string;
  preview: PreviewQuery;
  /** The dialog was open before the answer: nothing moves when it arrives. */
  isReserved: boolean;
  isErased: boolean;
}

/** Where the money goes, for a role that may see it (BANK-05). */
export function PayoutDestination({ mechanicId, preview, isReserved, isErased }: PayoutDestinationProps) {
  const { data } = preview;
  const { failure } = useRetry(preview);
  if (failure !== null) return null;
  const bank = data?.bank;
  return (
    <Allowed to={showBankAccount}>
      {/* Six facts and their title. */}
      <div className={cn('grid grid-cols-1', isReserved && 'min-h-64')}>
        {data === undefined && <DescriptionListSkeleton label="Loading the payment details" columns={[[6]]} />}
        {data !== undefined &&
          (bank?.accountNumber || bank?.upiId ? (
            <BankDetails mechanicId={mechanicId} bank={bank} isUpiMasked />
          ) : (
            <p
              className={cn(
                'rounded-md bg-warning-soft px-3 py-2 text-warning-text',
                isReserved && 'content-center text-center',
              )}
            >
              No bank account or UPI ID is stored.
              {!isErased && (
                <>
                  {' '}
                  <Link to="/mechanics" search={{ mechanic: mechanicId }} className="font-medium underline">
                    Open the mechanic
                  </Link>
                </>
              )}
            </p>
          ))}
      </div>
    </Allowed>
  );
}

/** Keeps the lines that the text needs at any width while it loads. */
const USUAL_COVERAGE =
  'Covers 10 earnings from 10 Oct 2026 to 20 Oct 2026. Date of the last bank details change: unknown.';

function Coverage({ data }: { data: Preview }) {
  return (
    <p>
      Covers {formatCount(data.earningCount)} {data.earningCount === 1 ? 'earning' : 'earnings'}
      {data.earnedFrom && ` from ${formatDate(data.earnedFrom)} to ${formatDate(data.earnedUntil)}`}.{' '}
      {data.bankChangedAt
        ? `Bank details last changed on ${formatDateTime(data.bankChangedAt)}.`
        : 'Date of the last bank details change: unknown.'}
    </p>
  );
}

/** The parts of a balance as a payee has them. */
const freeOf = ({ balancePaise, reservedPaise, inTransitPaise }: Preview) => ({
  balancePaise,
  reservedPaise: reservedPaise ?? 0,
  inTransitPaise: inTransitPaise ?? 0,
});

function Warnings({ data, amountPaise }: { data: Preview; amountPaise: number }) {
  return (
    <>
      {payablePaise(freeOf(data)) !== amountPaise && (
        <PayoutWarning>
          The balance is {formatExactRupees(data.balancePaise)} by now
          {notFreeText(freeOf(data)) ? `, of which ${notFreeText(freeOf(data))}` : ''}. Close this and look again
          before you pay.
        </PayoutWarning>
      )}
      {data.samePayout && (
        <PayoutWarning>
          {formatExactRupees(data.samePayout.amountPaise)} went to this mechanic on{' '}
          {formatDateTime(data.samePayout.paidAt)} already, as {data.samePayout.transactionId}.
        </PayoutWarning>
      )}
    </>
  );
}
