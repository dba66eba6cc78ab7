import { transactionIdIssue } from '@wayside/contract/wire/transaction-id';
import { type ReactNode, useState } from 'react';
import { isOwnServer } from '../../lib/config.ts';
import { PayoutWarning } from './payout-warning.tsx';
import { looksLikeUtr } from './utr-shape.ts';

/** The end of the dialog may be out of sight, on a phone for example. */
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/**
 * Asks once more for a transaction id that does not look like a UTR, and never rejects one (BANK-05); only in front of our own server,
 * whose payments go through a bank in India.
 * @param question what the dialog asks: "Pay with it anyway?"
 */
export function useUtrCheck(question: string): {
  /** Whether the dialog must ask before it sends this id; the next submit of the same id is the answer. A payment in cash has no UTR. */
  readonly holdsBack: (transactionId: string, method?: string) => boolean;
  readonly reset: () => void;
  readonly warning: ReactNode;
} {
  const [unconfirmedId, setUnconfirmedId] = useState<string | null>(null);
  return {
    holdsBack: (transactionId, method) => {
      const id = transactionId.trim();
      if (
        !isOwnServer() ||
        method === 'cash' ||
        id === unconfirmedId ||
        transactionIdIssue(id) !== null ||
        looksLikeUtr(id)
      )
        return false;
      setUnconfirmedId(id);
      return true;
    },
    reset: () => setUnconfirmedId(null),
    warning: unconfirmedId !== null && (
      <div ref={scrollIntoView}>
        <PayoutWarning>
          {unconfirmedId} does not look like a UTR of NEFT, RTGS, IMPS or UPI. {question}
        </PayoutWarning>
      </div>
    ),
  };
}
