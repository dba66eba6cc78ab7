import { useQuery } from '@tanstack/react-query';
import type { Payment } from '@wayside/contract/payments';
import { failureText } from '../../lib/api-error.ts';
import { useRetry } from '../../lib/use-retry.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ErrorCard } from '../../ui/error-card.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { PaymentStatus } from './payment-columns.tsx';
import { PaymentDescription } from './payment-description.tsx';
import { shortPaymentId } from './payment-labels.ts';
import { PaymentScreenshot } from './payment-screenshot.tsx';
import { paymentQuery } from './payments-queries.ts';

export interface PaymentDetailsProps {
  id: string;
  /** The payment, when the page in the list holds it; else it is asked for. */
  row: Payment | undefined;
  onClose: () => void;
}

/** The dialog of one payment (PAYM-05, PAYM-06). */
export function PaymentDetails({ id, row, onClose }: PaymentDetailsProps) {
  const query = useQuery({ ...paymentQuery(id), enabled: row === undefined });
  const { failure, isRetrying, retry } = useRetry(query);
  const payment = row ?? query.data;
  return (
    <Dialog
      title={`Payment Details #${shortPaymentId(id)}`}
      titleTip={id}
      titleExtra={
        <>
          <CopyButton text={id} label="Copy the whole id" />
          {payment && <PaymentStatus status={payment.status} />}
        </>
      }
      size="lg"
      isText
      onClose={onClose}
    >
      {payment && (
        <div className="grid gap-6">
          <PaymentDescription payment={payment} />
          <PaymentScreenshot payment={payment} />
        </div>
      )}
      {!payment && query.isPending && failure === null && <Skeleton className="h-96 w-full" />}
      {!payment && failure !== null && (
        <ErrorCard
          title="Error Loading Payment"
          message={failureText(failure, 'Error fetching payments')}
          retryLabel="Try Again"
          pending={isRetrying}
          onRetry={retry}
        />
      )}
      {payment === null && (
        <p className="py-16 text-center text-ink-soft">There is no payment with this id on this page.</p>
      )}
    </Dialog>
  );
}
