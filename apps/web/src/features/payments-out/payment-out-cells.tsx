import type { PaymentOut } from '@wayside/contract/payments-out';
import { orNotAvailable } from '../../lib/format.ts';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { PersonLink } from '../people/person-link.tsx';

export const Payee = ({ payee, payeeKind, isWhole = false }: PaymentOut & { isWhole?: boolean }) => (
  <PersonLink person={payee} as={payeeKind} isWhole={isWhole} className="font-medium" />
);

/** The transaction id, or N/A for an imported payout that has none (IMPO-06). */
export const TransactionId = ({ transactionId }: Pick<PaymentOut, 'transactionId'>) =>
  transactionId === null ? (
    orNotAvailable(null)
  ) : (
    <CopyableId id={transactionId} shown={transactionId} className="text-left wrap-anywhere" />
  );
