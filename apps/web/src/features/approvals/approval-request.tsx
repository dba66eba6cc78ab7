import { queryOptions, useQuery } from '@tanstack/react-query';
import { checkApproval, requestPayment } from '@wayside/contract/approvals';
import type { PayoutMethod } from '@wayside/contract/payouts';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { isOwnServer } from '../../lib/config.ts';
import { queryClient, UNCACHED_OPTIONS } from '../../lib/query-client.ts';
import { APPROVAL_KEYS } from '../../lib/record-keys.ts';
import { LabelledTextArea } from '../../ui/field.tsx';

const approvalCheckQuery = (amountPaise: number) =>
  queryOptions({
    ...UNCACHED_OPTIONS,
    queryKey: [APPROVAL_KEYS.check, amountPaise],
    queryFn: ({ signal }) => call(checkApproval, { query: { amountPaise }, signal }),
  });

/**
 * Checks whether a payment needs approval. If it does, the dialog shows a reason field instead of a transaction id
 * field (OWN-08). Without a response, the dialog shows the transaction id field and the server decides when the form
 * is sent.
 */
export function useApprovalCheck(amountPaise: number): { readonly isNeeded: boolean; readonly isLoading: boolean } {
  const { data, isLoading } = useQuery({
    ...approvalCheckQuery(amountPaise),
    enabled: isOwnServer() && amountPaise > 0,
  });
  return { isNeeded: (data?.cause ?? null) !== null, isLoading };
}

/** Repeats the check after the server decided otherwise, because limits can change while a dialog is open. */
export const recheckApproval = (): Promise<void> => queryClient.refetchQueries({ queryKey: [APPROVAL_KEYS.check] });

interface PaymentRequest {
  readonly kind: 'payout' | 'loyalty';
  readonly payeeKind: 'user' | 'mechanic';
  readonly payeeId: string;
  readonly amountPaise: number;
  readonly method: PayoutMethod | null;
  readonly note: string;
  /** Idempotency key: all requests from one dialog count as the same request. */
  readonly key: string;
}

/** Requests approval of a payment. The result has the same shape as for a payment that is pending approval. */
export async function sendRequest(body: PaymentRequest) {
  const { record, ...sentence } = await call(requestPayment, { body });
  return { ...sentence, approvalId: record.id };
}

/** Field in which the user explains a payment that needs approval (OWN-08). */
export const ApprovalReason = ({ field, error }: { field: UseFormRegisterReturn; error: string | undefined }) => (
  <>
    <p className="rounded-md bg-info-soft px-3 py-2 text-info-text">
      {t(
        'This payment needs approval. After another person approves it, pay it at the bank and record its transaction ID.',
      )}
    </p>
    <LabelledTextArea
      label={t('Reason')}
      rows={2}
      maxLength={500}
      required
      hint={t('The person who approves the payment reads it.')}
      error={error}
      {...field}
    />
  </>
);
