import { type ApprovalSettings, updateApprovalSettings } from '@wayside/contract/approvals';
import { DialogForm, UNREADABLE_RULE } from '../../form/dialog-form.tsx';
import { TextField } from '../../form/fields.tsx';
import { type Message, msg, t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { approvalSettingsQuery } from '../../lib/approval-settings-query.ts';
import { rupeesText } from '../../lib/format.ts';
import { queryClient } from '../../lib/query-client.ts';
import { parseAmount, parsePaise } from '../../lib/typed-amount.ts';
import { PayoutWarning } from '../payouts/utr-check.tsx';

type Limit = keyof Omit<ApprovalSettings, 'otherApprovers'>;

const FIELDS: readonly { readonly name: Limit; readonly label: Message; readonly hint?: Message }[] = [
  {
    name: 'limitPaise',
    label: msg('Limit per payment (₹)'),
    hint: msg('Payouts and loyalty payouts above this amount need approval.'),
  },
  {
    name: 'dayLimitPaise',
    label: msg('Daily limit per person (₹)'),
    hint: msg('Includes the person’s payments that are waiting for approval.'),
  },
  {
    name: 'managerAdjustmentPaise',
    label: msg('Manager: limit per adjustment (₹)'),
    hint: msg('The largest credit or debit of a balance. 0 means none. Owners have no limit.'),
  },
  {
    name: 'managerAdjustmentDayPaise',
    label: msg('Manager: daily adjustment limit (₹)'),
    hint: msg('Credits and debits are added up.'),
  },
  { name: 'financeAdjustmentPaise', label: msg('Finance: limit per adjustment (₹)') },
  { name: 'financeAdjustmentDayPaise', label: msg('Finance: daily adjustment limit (₹)') },
  {
    name: 'managerRefundPaise',
    label: msg('Manager: refunds per day without approval (₹)'),
    hint: msg('Refunds above this amount need approval by another person. 0 means every refund.'),
  },
  { name: 'financeRefundPaise', label: msg('Finance: refunds per day without approval (₹)') },
];

/**
 * Checks a typed limit. Blank means no limit. An adjustment limit of 0 allows no adjustments; a payment limit of 0 is
 * invalid, because it would block every payment.
 */
function checkLimit(name: Limit, typed: string): string | true {
  if (typed.trim() === '') return true;
  const read = parseAmount(typed);
  if (read.error !== undefined) return read.error;
  const canBeZero = name !== 'limitPaise' && name !== 'dayLimitPaise';
  return canBeZero || read.value > 0 || t('Enter an amount above 0, or leave empty for no limit');
}

const forEachLimit = <T,>(read: (name: Limit) => T): Record<Limit, T> => ({
  limitPaise: read('limitPaise'),
  dayLimitPaise: read('dayLimitPaise'),
  managerAdjustmentPaise: read('managerAdjustmentPaise'),
  managerAdjustmentDayPaise: read('managerAdjustmentDayPaise'),
  financeAdjustmentPaise: read('financeAdjustmentPaise'),
  financeAdjustmentDayPaise: read('financeAdjustmentDayPaise'),
  managerRefundPaise: read('managerRefundPaise'),
  financeRefundPaise: read('financeRefundPaise'),
});

/**
 * Sets the limit for payments without approval and, by role, the limits for adjustments and refunds (TEAM-06, OWN-07,
 * REFD-02).
 */
export function LimitsForm({ settings, onClose }: { settings: ApprovalSettings; onClose: () => void }) {
  return (
    <DialogForm
      title={t('Approval limits')}
      description={t(
        'Payments above a limit need approval by another person before they are paid at the bank. A request expires after 7 days.',
      )}
      submitLabel={t('Save limits')}
      pendingLabel={t('Saving...')}
      done={t('Limits saved')}
      defaultValues={forEachLimit((name) => rupeesText(settings[name]))}
      save={(typed) =>
        call(updateApprovalSettings, {
          // Omits unchanged limits, so that they do not overwrite a concurrent change by another user (OWN-07).
          body: forEachLimit((name) => {
            const limit = typed[name].trim() === '' ? null : parsePaise(typed[name]);
            return limit === settings[name] ? undefined : limit;
          }),
        })
      }
      describeFailure={(error) => ({ message: failureText(error, t('Failed to save the limits')) })}
      onSaved={({ record }) => {
        queryClient.setQueryData(approvalSettingsQuery.queryKey, record);
        onClose();
      }}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          {FIELDS.map(({ name, label, hint }) => (
            <TextField
              key={name}
              name={name}
              control={control}
              rules={{ validate: { [UNREADABLE_RULE]: (typed) => checkLimit(name, typed) } }}
              label={t(label)}
              inputMode="decimal"
              autoComplete="off"
              placeholder={t('No limit')}
              hint={hint && t(hint)}
            />
          ))}
          {settings.otherApprovers === 0 && (
            <PayoutWarning>
              {t(
                'No one else can approve payments, so your requests would wait until they expire. First add an administrator who may pay.',
              )}
            </PayoutWarning>
          )}
        </>
      )}
    </DialogForm>
  );
}
