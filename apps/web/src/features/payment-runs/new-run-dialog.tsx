import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { RunPreview } from '@wayside/contract/payment-runs';
import { useState } from 'react';
import { failureText } from '../../lib/api-error.ts';
import { formatCount, formatExactRupees } from '../../lib/format.ts';
import { newKey } from '../../lib/new-key.ts';
import { readAmount } from '../../lib/typed-amount.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { Field, LabelledInput } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { invalidateRuns, profilesQuery, type RunChoice, runPreviewQuery, sendRun } from './new-run-queries.ts';
import { paymentsText } from './run-labels.ts';
import { RunPreviewTables } from './run-preview-tables.tsx';

export interface NewRunDialogProps {
  /** The selected mechanics; null for all with a positive balance. */
  ids: readonly string[] | null;
  onCreated?: () => void;
  onClose: () => void;
}

/** Previews a payment run and creates it (BANK-01). */
export function NewRunDialog({ ids, onCreated, onClose }: NewRunDialogProps) {
  const form = useRunForm(ids);
  const { choice, profile, account } = form;
  const preview = useQuery({ ...runPreviewQuery(choice), enabled: profile !== undefined });
  const creation = useCreation({ choice, onFailed: preview.refetch, onCreated, onClose });
  const { data } = preview;
  const count = data?.payees.length ?? 0;
  const isTooMany = profile !== undefined && count > profile.mostRows;
  const create = () => {
    if (data && form.check()) creation.mutate({ preview: data, debitAccount: account.trim() });
  };
  return (
    <Dialog
      title="New payment run"
      description="The amounts are reserved until the bank reports a result. Nobody can pay them another way in the meantime."
      size="lg"
      onClose={() => !creation.isPending && onClose()}
      footer={
        <>
          <Button disabled={creation.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button
            variant="primary"
            pending={creation.isPending}
            disabled={count === 0 || isTooMany || preview.isFetching || form.minimumError !== undefined}
            onClick={create}
          >
            {data && count > 0
              ? `Create run of ${paymentsText(count)}, ${formatExactRupees(data.totalPaise)}`
              : 'Create run'}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {creation.isError && (
          <FailureText>
            {failureText(creation.error, 'The run could not be created. Nothing was reserved.')}
          </FailureText>
        )}
        <RunFields form={form} hasMinimum={ids === null} />
        {isTooMany && (
          <p role="alert" className="rounded-md bg-warning-soft px-3 py-2 text-warning-text">
            {profile.label} accepts at most {formatCount(profile.mostRows)} payments in a file. Raise the minimum
            amount.
          </p>
        )}
        <RunPreviewTables query={preview} profiles={form.profiles} />
      </div>
    </Dialog>
  );
}

/** The fields of a new run. The debit account defaults to that of the last run. */
function useRunForm(ids: readonly string[] | null) {
  const profiles = useQuery(profilesQuery);
  const [profileName, setProfileName] = useState<string | null>(null);
  const [typedAccount, setTypedAccount] = useState<string | null>(null);
  const [minimum, setMinimum] = useState('');
  const [isChecked, setChecked] = useState(false);
  const profile = profiles.data?.find((each) => each.name === profileName) ?? profiles.data?.[0];
  const account = typedAccount ?? profile?.debitAccount ?? '';
  const read = minimum.trim() === '' ? null : readAmount(minimum);
  const choice: RunChoice = {
    profile: profile?.name ?? '',
    ids,
    minimumPaise: read === null || read.error !== undefined ? null : read.value || null,
  };
  return {
    ...{ profiles, profile, account, minimum, choice, setTypedAccount, setMinimum },
    minimumError: read?.error,
    accountError: isChecked ? accountError(account) : undefined,
    choose: (chosen: string) => {
      setProfileName(chosen);
      setTypedAccount(null);
    },
    /** Whether the fields are valid; shows the errors where they are not. */
    check: () => {
      setChecked(true);
      return accountError(account) === undefined;
    },
  };
}
/** What is wrong with a debit account. Spaces are ignored. */
function accountError(account: string): string | undefined {
  const digits = account.replaceAll(/\s/g, '');
  if (digits === '') return 'Required';
  return /^\d+$/.test(digits) ? undefined : 'Enter only digits';
}
type RunForm = ReturnType<typeof useRunForm>;

interface CreationInput {
  readonly choice: RunChoice;
  readonly onFailed: () => unknown;
  readonly onCreated: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Creates the run and opens it. */
function useCreation({ choice, onFailed, onCreated, onClose }: CreationInput) {
  // One key for one preview: a second click, or a repeated request, creates no second run.
  const [key, setKey] = useState(newKey);
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ preview, debitAccount }: { preview: RunPreview; debitAccount: string }) => {
      const { payees, totalPaise } = preview;
      return sendRun(choice, { debitAccount, seenCount: payees.length, seenTotalPaise: totalPaise, key });
    },
    onSuccess: ({ id }) => {
      onCreated?.();
      onClose();
      void navigate({ to: '/payouts/runs', search: { run: id } });
      void invalidateRuns();
    },
    onError: () => {
      setKey(newKey());
      void onFailed();
    },
  });
}

function RunFields({ form, hasMinimum }: { form: RunForm; hasMinimum: boolean }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
      <Field label="Format">
        {(control) => (
          <Select
            {...control}
            className="w-full"
            value={form.choice.profile}
            options={(form.profiles.data ?? []).map(({ name, label }) => ({ value: name, label }))}
            onChange={(event) => form.choose(event.target.value)}
          />
        )}
      </Field>
      <LabelledInput
        label="Debit account"
        autoComplete="off"
        maxLength={40}
        required
        value={form.account}
        error={form.accountError}
        onChange={(event) => form.setTypedAccount(event.target.value)}
      />
      {hasMinimum && (
        <LabelledInput
          label="Minimum amount (₹)"
          inputMode="decimal"
          autoComplete="off"
          placeholder="No minimum"
          value={form.minimum}
          error={form.minimumError}
          onChange={(event) => form.setMinimum(event.target.value)}
        />
      )}
    </div>
  );
}
