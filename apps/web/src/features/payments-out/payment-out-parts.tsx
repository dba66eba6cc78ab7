import type { PaymentOut } from '@wayside/contract/payments-out';
import { orNotAvailable } from '../../lib/format.ts';
import { CopyableId } from '../../ui/copyable-id.tsx';
import { PersonLink } from '../people/person-link.tsx';

export const Payee = ({ payee, payeeKind, isWhole = false }: PaymentOut & { isWhole?: boolean }) => (
  <PersonLink person={payee} as={payeeKind} isWhole={isWhole} className="font-medium" />
);

/** N/A for an imported payout without transaction id (IMPO-06). */
export const TransactionId = ({ transactionId }: Pick<PaymentOut, 'transactionId'>) =>
  transactionId === null ? (
    orNotAvailable(null)
  ) : (
    <CopyableId id={transactionId} shown={transactionId} className="text-left wrap-anywhere" />
  );
