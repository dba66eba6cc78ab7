import { type ApprovalSettings, updateApprovalSettings } from '@wayside/contract/approvals';
import { TriangleAlert } from 'lucide-react';
import { DialogForm, UNREADABLE } from '../../form/dialog-form.tsx';
import { TextField } from '../../form/fields.tsx';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { approvalSettingsQuery } from '../../lib/approval-settings-query.ts';
import { rupeesText } from '../../lib/format.ts';
import { queryClient } from '../../lib/query-client.ts';
import { paiseOf, readAmount } from '../../lib/typed-amount.ts';

/** Blank means no limit; 0 would block every payment. */
const LIMIT_RULE = {
  validate: {
    [UNREADABLE]: (typed: string) => {
      if (typed.trim() === '') return true;
      const read = readAmount(typed);
      if (read.error !== undefined) return read.error;
      return read.value > 0 || 'Enter an amount above 0, or leave empty for no limit';
    },
  },
};

/** Blank means no limit; 0 allows no adjustment. */
const ADJUSTMENT_RULE = {
  validate: { [UNREADABLE]: (typed: string) => typed.trim() === '' || (readAmount(typed).error ?? true) },
};

const limitOf = (typed: string): number | null => (typed.trim() === '' ? null : paiseOf(typed));

type Limits = Omit<ApprovalSettings, 'otherApprovers'>;

/** The limits that this form changes: the update keeps what somebody else has changed since (OWN-07). */
function changedLimits(before: Limits, typed: Limits) {
  const changed = <K extends keyof Limits>(name: K) => (typed[name] === before[name] ? undefined : typed[name]);
  return {
    limitPaise: changed('limitPaise'),
    dayLimitPaise: changed('dayLimitPaise'),
    managerAdjustmentPaise: changed('managerAdjustmentPaise'),
    financeAdjustmentPaise: changed('financeAdjustmentPaise'),
    managerAdjustmentDayPaise: changed('managerAdjustmentDayPaise'),
    financeAdjustmentDayPaise: changed('financeAdjustmentDayPaise'),
  };
}

/** Sets the limits of payments without approval and of adjustments by role (TEAM-06, OWN-07). */
export function LimitsForm({ settings, onClose }: { settings: ApprovalSettings; onClose: () => void }) {
  return (
    <DialogForm
      title="Approval limits"
      description="Payments above a limit need approval by another person before they are paid at the bank. A request expires after 7 days."
      submitLabel="Save limits"
      pendingLabel="Saving..."
      done="Limits saved"
      defaultValues={{
        limit: rupeesText(settings.limitPaise),
        dayLimit: rupeesText(settings.dayLimitPaise),
        managerAdjustment: rupeesText(settings.managerAdjustmentPaise),
        financeAdjustment: rupeesText(settings.financeAdjustmentPaise),
        managerAdjustmentDay: rupeesText(settings.managerAdjustmentDayPaise),
        financeAdjustmentDay: rupeesText(settings.financeAdjustmentDayPaise),
      }}
      save={(typed) =>
        call(updateApprovalSettings, {
          body: changedLimits(settings, {
            limitPaise: limitOf(typed.limit),
            dayLimitPaise: limitOf(typed.dayLimit),
            managerAdjustmentPaise: limitOf(typed.managerAdjustment),
            financeAdjustmentPaise: limitOf(typed.financeAdjustment),
            managerAdjustmentDayPaise: limitOf(typed.managerAdjustmentDay),
            financeAdjustmentDayPaise: limitOf(typed.financeAdjustmentDay),
          }),
        })
      }
      describeFailure={(error) => ({ message: failureText(error, 'Failed to save the limits') })}
      onSaved={({ record }) => {
        queryClient.setQueryData(approvalSettingsQuery.queryKey, record);
        onClose();
      }}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <TextField
            name="limit"
            control={control}
            rules={LIMIT_RULE}
            label="Limit per payment (₹)"
            inputMode="decimal"
            autoComplete="off"
            placeholder="No limit"
            hint="A payout or loyalty payout above it needs approval."
          />
          <TextField
            name="dayLimit"
            control={control}
            rules={LIMIT_RULE}
            label="Daily limit per person (₹)"
            inputMode="decimal"
            autoComplete="off"
            placeholder="No limit"
            hint="Includes the person’s payments that are waiting for approval."
          />
          <TextField
            name="managerAdjustment"
            control={control}
            rules={ADJUSTMENT_RULE}
            label="Manager: limit per adjustment (₹)"
            inputMode="decimal"
            autoComplete="off"
            placeholder="No limit"
            hint="The largest credit or debit of a balance. 0 allows none. Owners have no limit."
          />
          <TextField
            name="managerAdjustmentDay"
            control={control}
            rules={ADJUSTMENT_RULE}
            label="Manager: daily adjustment limit (₹)"
            inputMode="decimal"
            autoComplete="off"
            placeholder="No limit"
            hint="Credits and debits count together."
          />
          <TextField
            name="financeAdjustment"
            control={control}
            rules={ADJUSTMENT_RULE}
            label="Finance: limit per adjustment (₹)"
            inputMode="decimal"
            autoComplete="off"
            placeholder="No limit"
          />
          <TextField
            name="financeAdjustmentDay"
            control={control}
            rules={ADJUSTMENT_RULE}
            label="Finance: daily adjustment limit (₹)"
            inputMode="decimal"
            autoComplete="off"
            placeholder="No limit"
          />
          {settings.otherApprovers === 0 && (
            <p role="alert" className="flex gap-2 rounded-md bg-warning-soft px-3 py-2 text-warning-text">
              <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
              Nobody else may approve payments: what you request waits until it expires. Add an administrator who
              may pay first.
            </p>
          )}
        </>
      )}
    </DialogForm>
  );
}
