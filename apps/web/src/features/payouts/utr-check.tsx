import { transactionIdIssue, transactionKey } from '@wayside/contract/wire/transaction-id';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Message, msg, t, verbatim } from '../../languages/text.ts';
import { isOwnServer } from '../../lib/config.ts';

const UTR_PATTERNS = [
  // NEFT and RTGS: four letters for the sending bank, then the bank's sequence number, often with N or R and the
  // date.
  /^[a-z]{4}(?:[a-z0-9]{12}|[a-z0-9]{18})$/,
  // At some banks, a 16-character NEFT reference starts with N instead of four letters.
  /^n\d{15}$/,
  // IMPS and UPI: the retrieval reference number from the payment switch.
  /^\d{12}$/,
];

/**
 * Checks whether a transaction id has the shape of a UTR: 16 or 22 characters for NEFT or RTGS, 12 digits for IMPS or
 * UPI. Only a bank can verify that it exists (BANK-05).
 */
export function looksLikeUtr(transactionId: string): boolean {
  const key = transactionKey(transactionId);
  return UTR_PATTERNS.some((shape) => shape.test(key));
}

/** The error text for each code of the contract's transaction id rules. */
const ISSUE_LABELS: Readonly<Partial<Record<string, Message>>> = {
  scientific_number: msg('This is a number in scientific notation: a spreadsheet has removed its last digits'),
  letter_or_digit: msg('This must contain a letter or digit'),
  look_alike_letters: msg('This contains Cyrillic or Greek letters that look like Latin ones: type Latin letters'),
  placeholder: msg('This is a placeholder, not a transaction ID'),
};

/** Returns true, or the error of a transaction id (OWN-03). */
export function checkTransactionId(typed: string): true | string {
  if (typed.trim() === '') return t('Please enter a transaction ID');
  const issue = transactionIdIssue(typed);
  return issue === null || t(ISSUE_LABELS[issue.code] ?? verbatim(issue.message));
}

/** Validation of a transaction id field. External providers decide which ids they accept (TOUGH-08). */
export const TRANSACTION_ID = {
  validate: (typed: string): true | string =>
    isOwnServer() || typed.trim() === '' ? checkTransactionId(typed) : true,
};

/** The end of the dialog may be outside the visible area. */
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/**
 * Asks for confirmation of a transaction id that does not look like a UTR, but never rejects it (BANK-05). Applies
 * only to our server, whose payments go through an Indian bank.
 * @param question "Pay with it anyway?"
 */
export function useUtrCheck(question: string) {
  const [unconfirmedId, setUnconfirmedId] = useState<string | null>(null);
  return {
    /**
     * Returns whether the dialog must ask for confirmation. Submitting the same id again confirms it. Cash payments
     * have no UTR.
     */
    holdsBack: (transactionId: string, method?: string): boolean => {
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
          {t('{transactionId} does not look like a UTR of NEFT, RTGS, IMPS or UPI. {question}', {
            transactionId: unconfirmedId,
            question,
          })}
        </PayoutWarning>
      </div>
    ),
  };
}

export function PayoutWarning({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex gap-2 rounded-md bg-warning-soft px-3 py-2 text-warning-text">
      <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 wrap-anywhere">{children}</span>
    </p>
  );
}
