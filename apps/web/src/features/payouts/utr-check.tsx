import { transactionIdIssue, transactionKey } from '@wayside/contract/wire/transaction-id';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { type Message, msg, t, verbatim } from '../../languages/text.ts';
import { isOwnServer } from '../../lib/config.ts';

const SHAPES = [
  // NEFT and RTGS: four letters of the sending bank, then its counter, often with N or R and the date.
  /^[a-z]{4}(?:[a-z0-9]{12}|[a-z0-9]{18})$/,
  // Some banks begin the 16 characters of NEFT with N alone.
  /^n\d{15}$/,
  // IMPS and UPI: the retrieval reference number of the switch.
  /^\d{12}$/,
];

/**
 * Whether a transaction id has the shape of a UTR of NEFT or RTGS (16 or 22 characters) or of IMPS or UPI (12
 * digits). Only a bank can check whether it exists (BANK-05).
 */
export function looksLikeUtr(transactionId: string): boolean {
  const key = transactionKey(transactionId);
  return SHAPES.some((shape) => shape.test(key));
}

/** The rules of a transaction id by the codes of the contract, as whole sentences. */
const FAULTS: Readonly<Partial<Record<string, Message>>> = {
  scientific_number: msg('This is a number in scientific notation: a spreadsheet has removed its last digits'),
  letter_or_digit: msg('This must contain a letter or digit'),
  look_alike_letters: msg('This contains Cyrillic or Greek letters that look like Latin ones: type Latin letters'),
  placeholder: msg('This is a placeholder, not a transaction ID'),
};

/** True, or the error of a transaction id (OWN-03). */
export function checkTransactionId(typed: string): true | string {
  if (typed.trim() === '') return t('Please enter a transaction ID');
  const issue = transactionIdIssue(typed);
  return issue === null || t(FAULTS[issue.code] ?? verbatim(issue.message));
}

/** The rule of a transaction id field; another provider decides itself which ids it accepts (TOUGH-08). */
export const TRANSACTION_ID = {
  validate: (typed: string): true | string =>
    isOwnServer() || typed.trim() === '' ? checkTransactionId(typed) : true,
};

/** The end of the dialog may be out of sight. */
const scrollIntoView = (element: HTMLElement | null) => element?.scrollIntoView({ block: 'nearest' });

/**
 * Confirms a transaction id that does not look like a UTR, and never rejects it (BANK-05). Only for our server, whose payments go through
 * a bank in India.
 * @param question "Pay with it anyway?"
 */
export function useUtrCheck(question: string) {
  const [unconfirmedId, setUnconfirmedId] = useState<string | null>(null);
  return {
    /**
     * Whether the dialog must ask for confirmation; submitting the same id again confirms it. A cash payment has no
     * UTR.
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
