import { useQuery } from '@tanstack/react-query';
import { adjustBalance } from '@wayside/contract/payouts-ledger';
import { useRef } from 'react';
import { DialogForm, UNREADABLE_RULE } from '../../form/dialog-form.tsx';
import { SelectField, TextArea, TextField } from '../../form/fields.tsx';
import { msg, t, translated } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { approvalSettingsQuery } from '../../lib/approval-settings-query.ts';
import { formatExactRupees } from '../../lib/format.ts';
import { invalidateMoney } from '../../lib/invalidate-money.ts';
import { newKey } from '../../lib/new-key.ts';
import { useMay } from '../../lib/session.ts';
import { parseAmount, parsePaise } from '../../lib/typed-amount.ts';
import { personName } from '../people/person-link.tsx';
import type { Payee } from './payouts-queries.ts';

const DIRECTIONS = [
  { value: 'credit', label: msg('Credit') },
  { value: 'debit', label: msg('Debit') },
] as const;
type Direction = (typeof DIRECTIONS)[number]['value'];

const AMOUNT_RULE = {
  validate: {
    [UNREADABLE_RULE]: (typed: string) => {
      const read = parseAmount(typed);
      return read.error ?? (read.value > 0 || t('Enter an amount above 0'));
    },
  },
};

/** Dialog that credits or debits a balance without a payment, with a reason (PAYO-11). */
export function AdjustDialog({ payee, onClose }: { payee: Payee; onClose: () => void }) {
  const name = personName({ id: payee.mechanicId, name: payee.name }, 'mechanic');
  const hint = useLimitText();
  // Each dialog has its own idempotency key, so that a repeated request adjusts the balance only once.
  const key = useRef(newKey());
  return (
    <DialogForm
      title={t('Adjust Balance')}
      description={t('Adds an adjustment to the ledger of {name}', { name })}
      defaultValues={{ direction: 'credit' as Direction, amount: '', reason: '' }}
      submitLabel={t('Adjust balance')}
      pendingLabel={t('Adjusting...')}
      save={({ direction, amount, reason }) =>
        call(adjustBalance, {
          params: { id: payee.mechanicId },
          body: {
            amountPaise: toSignedPaise(direction, parsePaise(amount)),
            reason: reason.trim(),
            key: key.current,
          },
        })
      }
      done={({ message }) => (message === null ? t('{name}: adjusted', { name }) : `${name}: ${message}`)}
      describeFailure={(error) => ({
        message: failureText(error, t('Failed to adjust the balance. Please try again.')),
      })}
      onSaved={() => {
        onClose();
        void invalidateMoney();
      }}
      onClose={onClose}
    >
      {({ control, watch }) => (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <SelectField
              name="direction"
              control={control}
              label={t('Direction')}
              options={translated(DIRECTIONS)}
            />
            <TextField
              name="amount"
              control={control}
              rules={AMOUNT_RULE}
              label={t('Amount (₹)')}
              inputMode="decimal"
              autoComplete="off"
              required
              hint={hint}
            />
          </div>
          <TextArea name="reason" control={control} label={t('Reason')} rows={3} maxLength={500} required />
          <Effect
            balancePaise={payee.balancePaise ?? 0}
            changePaise={toSignedPaise(watch('direction'), parsePaise(watch('amount')))}
          />
        </>
      )}
    </DialogForm>
  );
}

const toSignedPaise = (direction: Direction, paise: number): number => (direction === 'debit' ? -paise : paise);

function Effect({ balancePaise, changePaise }: { balancePaise: number; changePaise: number }) {
  const balance = formatExactRupees(balancePaise);
  const changedPaise = balancePaise + changePaise;
  const changed = formatExactRupees(changedPaise);
  const willOwe = changePaise < 0 && changedPaise < 0;
  return (
    <p className="numeric rounded-md bg-info-soft px-3 py-2 text-info-text" aria-live="polite">
      {changePaise === 0 && t('Balance {balance}', { balance })}
      {changePaise !== 0 && !willOwe && t('Balance {balance} → {changed}', { balance, changed })}
      {willOwe && t('Balance {balance} → {changed}: the mechanic will owe the difference', { balance, changed })}
    </p>
  );
}

/** Returns the role's limits for adjustments; undefined if there are none or they are still loading. */
function useLimitText(): string | undefined {
  const may = useMay();
  const { data } = useQuery(approvalSettingsQuery);
  if (data === undefined || may('approvals:configure')) return undefined;
  const [limitPaise, dayLimitPaise] = may('people:delete')
    ? [data.managerAdjustmentPaise, data.managerAdjustmentDayPaise]
    : [data.financeAdjustmentPaise, data.financeAdjustmentDayPaise];
  const limit = formatExactRupees(limitPaise);
  const dayLimit = formatExactRupees(dayLimitPaise);
  if (limitPaise !== null && dayLimitPaise !== null)
    return t('Your limit is {limit} at a time and {dayLimit} within a day.', { limit, dayLimit });
  if (limitPaise !== null) return t('Your limit is {limit} at a time.', { limit });
  return dayLimitPaise === null ? undefined : t('Your limit is {dayLimit} within a day.', { dayLimit });
}
