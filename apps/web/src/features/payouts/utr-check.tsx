import { transactionIdIssue, transactionKey } from '@wayside/contract/wire/transaction-id';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { isOwnServer } from '../../lib/config.ts';

const SHAPES = [
  // NEFT and RTGS: the four letters of the sending bank, then its own count, often with N or R and the date.
  /^[a-z]{4}(?:[a-z0-9]{12}|[a-z0-9]{18})$/,
  // Some banks begin the 16 characters of NEFT with N alone.
  /^n\d{15}$/,
  // IMPS and UPI: the retrieval reference number of the switch.
  /^\d{12}$/,
];

/**
 * Whether a transaction id, in the form in which ids are compared, has the shape of a UTR of NEFT or RTGS (16 or 22 characters) or of
 * IMPS or UPI (12 digits). It is no more than a shape: a bank alone knows its UTRs (BANK-05).
 */
export function looksLikeUtr(transactionId: string): boolean {
  const key = transactionKey(transactionId);
  return SHAPES.some((shape) => shape.test(key));
}

/** Whether a form accepts a transaction id, or what is wrong with it (OWN-03). */
export function checkTransactionId(typed: string): true | string {
  if (typed.trim() === '') return 'Please enter a transaction ID';
  const issue = transactionIdIssue(typed);
  return issue === null || `This ${issue}`;
}

/** The rule of a transaction id in a form: another provider decides for itself which ids it takes (TOUGH-08). */
export const TRANSACTION_ID = {
  validate: (typed: string): true | string =>
    isOwnServer() || typed.trim() === '' ? checkTransactionId(typed) : true,
};

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

/** Something to look at before the money leaves. */
export function PayoutWarning({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex gap-2 rounded-md bg-warning-soft px-3 py-2 text-warning-text">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
