import { Link } from '@tanstack/react-router';
import { showBankAccount } from '@wayside/contract/mechanics';
import type { PayoutPreview as Preview } from '@wayside/contract/payouts';
import { Allowed } from '../../lib/allowed.tsx';
import { failureText } from '../../lib/api-error.ts';
import { formatCount, formatDate, formatDateTime, formatExactRupees } from '../../lib/format.ts';
import { type Retriable, useRetry } from '../../lib/use-retry.ts';
import { BankDetails } from '../../people/bank-details.tsx';
import { PayoutWarning } from '../../records/payout-warning.tsx';
import { DescriptionListSkeleton } from '../../ui/description-list.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { notFreeText, payablePaise } from './payouts-queries.ts';

export interface PayoutPreviewProps {
  mechanicId: string;
  preview: Retriable & { readonly data: Preview | undefined };
  amountPaise: number;
  isErased: boolean;
}

/** The earnings that the payout covers, where the money goes, and warnings before it leaves (PAYO-05, BANK-05). */
export function PayoutPreview({ mechanicId, preview, amountPaise, isErased }: PayoutPreviewProps) {
  const { data } = preview;
  const { failure, isRetrying, retry } = useRetry(preview);
  if (failure !== null) {
    const message = failureText(failure, 'What this payout covers could not be loaded.');
    return <RetryNote message={message} pending={isRetrying} onRetry={() => void retry()} />;
  }
  return (
    <>
      <div className="text-sm text-ink-soft">
        {data ? <Coverage data={data} /> : <p className="invisible">{USUAL_COVERAGE}</p>}
      </div>
      <Allowed to={showBankAccount}>
        {/* Six facts and their title, so that the fields below stay where they are. */}
        <div className="grid min-h-64 grid-cols-1 content-start">
          {data ? (
            <Destination mechanicId={mechanicId} bank={data.bank} isErased={isErased} />
          ) : (
            <DescriptionListSkeleton label="Loading the payment details" columns={[[6]]} />
          )}
        </div>
      </Allowed>
      {data && <Warnings data={data} amountPaise={amountPaise} />}
    </>
  );
}

/** Keeps the lines that the text needs at any width while it loads. */
const USUAL_COVERAGE =
  'Covers 10 earnings from 10 Oct 2026 to 20 Oct 2026. It is not known when the bank details last changed.';

function Coverage({ data }: { data: Preview }) {
  return (
    <p>
      Covers {formatCount(data.earningCount)} {data.earningCount === 1 ? 'earning' : 'earnings'}
      {data.earnedFrom && ` from ${formatDate(data.earnedFrom)} to ${formatDate(data.earnedUntil)}`}.{' '}
      {data.bankChangedAt
        ? `Bank details last changed on ${formatDateTime(data.bankChangedAt)}.`
        : 'It is not known when the bank details last changed.'}
    </p>
  );
}

interface DestinationProps {
  mechanicId: string;
  bank: Preview['bank'];
  isErased: boolean;
}

function Destination({ mechanicId, bank, isErased }: DestinationProps) {
  if (bank?.accountNumber || bank?.upiId) return <BankDetails mechanicId={mechanicId} bank={bank} isUpiMasked />;
  return (
    <p className="rounded-md bg-warning-soft px-3 py-2 text-warning-text">
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
  );
}

/** The parts of a balance as a payee has them. */
const freeOf = ({ balancePaise, reservedPaise, onItsWayPaise }: Preview) => ({
  balancePaise,
  reservedPaise: reservedPaise ?? 0,
  onItsWayPaise: onItsWayPaise ?? 0,
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
