import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { PAYMENT_LIST } from '@wayside/contract/lists';
import { listPayments, type Payment } from '@wayside/contract/payments';
import {
  type ComparedPayment,
  linkSettlementLine,
  type SettlementLineDetails,
  splitSettlementLine,
} from '@wayside/contract/settlement-lines';
import { matchesText } from '@wayside/contract/wire/fold-text';
import { useEffect, useRef, useState } from 'react';
import { DialogForm } from '../../form/dialog-form.tsx';
import { t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { formatDate, formatDay, formatExactRupees, toSpacedText } from '../../lib/format.ts';
import { UNCACHED_OPTIONS } from '../../lib/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { linkWarning } from './line-comparison.tsx';
import { describeFailure } from './line-forms.tsx';
import { lineTitle, methodText } from './settlement-labels.ts';
import { invalidateSettlements } from './settlements-queries.ts';

const DEBOUNCE_MS = 300;
const MAX_FOUND = 20;

/** A payment that a user can choose. */
interface OfferedPayment extends Pick<ComparedPayment, 'id' | 'bookingId' | 'amountPaise'> {
  readonly day: string | null;
  readonly method: string | null;
  readonly customer: string | null;
}

const offeredCandidate = (payment: ComparedPayment): OfferedPayment => ({
  ...payment,
  day: payment.day === null ? null : formatDay(payment.day),
});

const offeredPayment = ({ id, booking, amountPaise, transactedAt, createdAt, method, customer }: Payment) => ({
  ...{ id, bookingId: booking?.id ?? null, amountPaise, method, customer: customer?.name ?? null },
  day: formatDate(transactedAt ?? createdAt),
});

const shortIdOf = ({ id }: Pick<OfferedPayment, 'id'>): string => id.slice(-6).toUpperCase();

const optionOf = (payment: OfferedPayment): ComboboxOption => ({
  value: payment.id,
  label: t('{amount}, payment {id}', { amount: formatExactRupees(payment.amountPaise), id: shortIdOf(payment) }),
  detail: [payment.day, payment.method && toSpacedText(methodText(payment.method)), payment.customer]
    .filter(Boolean)
    .join(' · '),
});

/** Query of non-cash payments by amount, day, id or customer. */
const paymentsQuery = (search: string) => ({
  queryKey: ['payments-to-link', search],
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const query = { ...PAYMENT_LIST.none, page: 1, limit: MAX_FOUND, search, sort: null };
    const { rows } = await call(listPayments, { query, signal });
    return rows.filter(({ method }) => method !== 'cash').map(offeredPayment);
  },
  enabled: search !== '',
  ...UNCACHED_OPTIONS,
});

interface PaymentPickerProps {
  line: SettlementLineDetails;
  label: string;
  chosen: OfferedPayment | null;
  onChoose: (payment: OfferedPayment | null) => void;
}

/** Field that offers payments with the same amount and day, and searches all other payments. */
function PaymentPicker({ line, label, chosen, onChoose }: PaymentPickerProps) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = useQuery({ ...paymentsQuery(search), placeholderData: keepPreviousData });
  const isSearching = typed.trim() !== search || (search !== '' && (query.isPending || query.isPlaceholderData));
  const found = search === '' ? line.candidates.map(offeredCandidate) : (query.data ?? []);
  const offered = isSearching ? [] : found;
  const noneFound = search === '' ? t('Type an amount, a day, an ID or a customer') : t('No payment found');
  return (
    <Combobox
      label={label}
      hint={t('An amount, a day, an ID or a customer')}
      placeholder={t('₹1,200, 4 March or a name')}
      matches={matchesText}
      options={offered.map(optionOf)}
      value={chosen?.id ?? null}
      chosenOption={chosen && optionOf(chosen)}
      onType={setTyped}
      onChange={(id) => onChoose(offered.find((payment) => payment.id === id) ?? null)}
      noMatch={isSearching ? t('Searching…') : noneFound}
      error={query.isError && search !== '' ? t('The search failed. Type again.') : undefined}
    />
  );
}

interface LinkFormProps {
  line: SettlementLineDetails;
  onClose: () => void;
}

const onSaved = (onClose: () => void) => () => {
  onClose();
  void invalidateSettlements();
};

/** Form that links a line to one payment. A difference needs confirmation (RECON-03). */
export function LinkForm({ line, onClose }: LinkFormProps) {
  const [chosen, setChosen] = useState<OfferedPayment | null>(null);
  const [sendAgain, setSendAgain] = useState<(() => void) | null>(null);
  const isConfirmed = useRef(false);
  const warning = chosen && linkWarning(line, chosen);
  const choose = (payment: OfferedPayment | null) => {
    setChosen(payment);
    isConfirmed.current = false;
  };
  return (
    <DialogForm
      title={t('Link to a payment')}
      description={lineTitle(line)}
      defaultValues={{}}
      submitLabel={t('Link')}
      pendingLabel={t('Linking...')}
      isAllowed={chosen !== null}
      requestConfirmation={(submitAgain) => {
        if (warning === null || isConfirmed.current) return false;
        setSendAgain(() => submitAgain);
        return true;
      }}
      save={() => call(linkSettlementLine, { params: { id: line.id }, body: { paymentId: chosen?.id ?? '' } })}
      done={({ message }) => message ?? t('Linked.')}
      describeFailure={describeFailure}
      onSaved={onSaved(onClose)}
      onClose={onClose}
    >
      {() => (
        <>
          <PaymentPicker line={line} label={t('Payment')} chosen={chosen} onChoose={choose} />
          {warning !== null && <p className="text-warning-text">{warning}</p>}
          {sendAgain !== null && warning !== null && (
            <ConfirmDialog
              title={t('Link although they differ?')}
              question={warning}
              confirmLabel={t('Link')}
              pending={false}
              onConfirm={() => {
                isConfirmed.current = true;
                setSendAgain(null);
                sendAgain();
              }}
              onClose={() => setSendAgain(null)}
            />
          )}
        </>
      )}
    </DialogForm>
  );
}

/** Returns the sum of the chosen payments: "₹200 of ₹500, ₹300 missing". */
function sumText(sumPaise: number, amountPaise: number): string {
  const values = {
    sum: formatExactRupees(sumPaise),
    amount: formatExactRupees(amountPaise),
    rest: formatExactRupees(Math.abs(amountPaise - sumPaise)),
  };
  if (sumPaise === amountPaise) return t('{sum} of {amount}', values);
  return sumPaise < amountPaise
    ? t('{sum} of {amount}, {rest} missing', values)
    : t('{sum} of {amount}, {rest} too much', values);
}

/** Form that splits a line among payments. Their sum must equal the line's amount (RECON-03). */
export function SplitForm({ line, onClose }: LinkFormProps) {
  const [chosen, setChosen] = useState<readonly OfferedPayment[]>([]);
  const sumPaise = chosen.reduce((sum, { amountPaise }) => sum + (amountPaise ?? 0), 0);
  const restPaise = line.amountPaise - sumPaise;
  return (
    <DialogForm
      title={t('Split among payments')}
      description={t('The amounts of the payments must add up to {amount}.', {
        amount: formatExactRupees(line.amountPaise),
      })}
      defaultValues={{}}
      submitLabel={t('Split | verb')}
      pendingLabel={t('Splitting...')}
      isAllowed={chosen.length > 1 && restPaise === 0}
      save={() => {
        const parts = chosen.map(({ id, amountPaise }) => ({ paymentId: id, amountPaise: amountPaise ?? 0 }));
        return call(splitSettlementLine, { params: { id: line.id }, body: { parts } });
      }}
      done={({ message }) => message ?? t('Split.')}
      describeFailure={describeFailure}
      onSaved={onSaved(onClose)}
      onClose={onClose}
    >
      {() => (
        <>
          <PaymentPicker
            key={chosen.length}
            line={line}
            label={t('Add a payment')}
            chosen={null}
            onChoose={(payment) => {
              if (payment && !chosen.some(({ id }) => id === payment.id)) setChosen([...chosen, payment]);
            }}
          />
          <ul aria-label={t('Payments of the line')} className="grid">
            {chosen.map((payment) => (
              <li key={payment.id} className="flex items-center justify-between gap-3 border-t border-line py-1.5">
                <span translate="no" className="min-w-0 wrap-anywhere">
                  {optionOf(payment).label}
                  <span className="block text-sm text-ink-soft">{optionOf(payment).detail}</span>
                </span>
                <Button
                  variant="ghost"
                  aria-label={t('Remove payment {id}', { id: shortIdOf(payment) })}
                  onClick={() => setChosen(chosen.filter(({ id }) => id !== payment.id))}
                >
                  {t('Remove')}
                </Button>
              </li>
            ))}
          </ul>
          <p role="status" className="numeric text-ink-soft">
            {sumText(sumPaise, line.amountPaise)}
          </p>
        </>
      )}
    </DialogForm>
  );
}
