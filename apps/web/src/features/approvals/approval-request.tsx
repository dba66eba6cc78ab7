import { queryOptions, useQuery } from '@tanstack/react-query';
import { checkApproval, requestPayment } from '@wayside/contract/approvals';
import type { PayoutMethod } from '@wayside/contract/payouts';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { isOwnServer } from '../../lib/config.ts';
import { NOT_CACHED, queryClient } from '../../lib/query-client.ts';
import { APPROVAL_KEYS } from '../../lib/record-keys.ts';
import { LabelledTextArea } from '../../ui/field.tsx';

const approvalCheckQuery = (amountPaise: number) =>
  queryOptions({
    ...NOT_CACHED,
    queryKey: [APPROVAL_KEYS.check, amountPaise],
    queryFn: ({ signal }) => call(checkApproval, { query: { amountPaise }, signal }),
  });

/**
 * Whether the payment needs approval, so that its dialog has a reason field instead of a transaction id (OWN-08).
 * Without a response the dialog has the id field, and the server decides when it pays.
 */
export function useApprovalCheck(amountPaise: number): { readonly isNeeded: boolean; readonly isLoading: boolean } {
  const { data, isLoading } = useQuery({
    ...approvalCheckQuery(amountPaise),
    enabled: isOwnServer() && amountPaise > 0,
  });
  return { isNeeded: (data?.cause ?? null) !== null, isLoading };
}

/** Checks again after the server has decided otherwise: limits change while a dialog is open. */
export const recheckApproval = (): Promise<void> => queryClient.refetchQueries({ queryKey: [APPROVAL_KEYS.check] });

interface PaymentRequest {
  readonly kind: 'payout' | 'loyalty';
  readonly payeeKind: 'user' | 'mechanic';
  readonly payeeId: string;
  readonly amountPaise: number;
  readonly method: PayoutMethod | null;
  readonly note: string;
  /** The same dialog is the same request, however often it is sent. */
  readonly key: string;
}

/** Requests approval; the response is like that of a payment that waits. */
export async function sendRequest(body: PaymentRequest) {
  const { record, ...said } = await call(requestPayment, { body });
  return { ...said, approvalId: record.id };
}

/** Asks for the reason of a payment that needs approval (OWN-08). */
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
