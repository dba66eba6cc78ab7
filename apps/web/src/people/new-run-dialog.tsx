import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { RunPreview } from '@wayside/contract/payment-runs';
import { useState } from 'react';
import { failureText } from '../lib/api-error.ts';
import { formatCount, formatExactRupees } from '../lib/format.ts';
import { readAmount } from '../lib/typed-amount.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { FailureText } from '../ui/failure-text.tsx';
import { Field, TextField } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';
import { RunPreviewTables } from './run-preview-tables.tsx';
import { invalidateRuns, profilesQuery, type RunChoice, runPreviewQuery, sendRun } from './run-queries.ts';

export interface NewRunDialogProps {
  /** The mechanics who were marked; null for all with a positive balance. */
  ids: readonly string[] | null;
  onCreated?: () => void;
  onClose: () => void;
}

/** Previews a payment run and makes it (BANK-01). */
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
      description="The amounts are reserved until the bank has paid them, and nobody else can pay them."
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
            {data && count > 0 ? `Create run of ${formatExactRupees(data.totalPaise)}` : 'Create run'}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {creation.isError && (
          <FailureText>
            {failureText(creation.error, 'The run could not be made. Nothing was reserved.')}
          </FailureText>
        )}
        <RunFields form={form} hasMinimum={ids === null} />
        {isTooMany && (
          <p role="alert" className="rounded-md bg-warning-soft px-3 py-2 text-warning-text">
            {profile.label} takes {formatCount(profile.mostRows)} rows in a file: raise the smallest amount.
          </p>
        )}
        <RunPreviewTables query={preview} profiles={form.profiles} />
      </div>
    </Dialog>
  );
}

/** What is typed of a new run; the debit account begins with the one of the last run. */
function useRunForm(ids: readonly string[] | null) {
  const profiles = useQuery(profilesQuery);
  const [chosenProfile, setChosenProfile] = useState<string | null>(null);
  const [typedAccount, setTypedAccount] = useState<string | null>(null);
  const [minimum, setMinimum] = useState('');
  const [isChecked, setChecked] = useState(false);
  const profile = profiles.data?.find((each) => each.name === chosenProfile) ?? profiles.data?.[0];
  const account = typedAccount ?? profile?.debitAccount ?? '';
  const read = minimum.trim() === '' ? null : readAmount(minimum);
  const choice: RunChoice = {
    profile: profile?.name ?? '',
    ids,
    minimumPaise: read === null || read.error !== undefined ? null : read.value || null,
  };
  return {
    ...{ profiles, profile, account, minimum, choice, typeAccount: setTypedAccount, typeMinimum: setMinimum },
    minimumError: read?.error,
    accountError: isChecked && account.trim() === '' ? 'Required' : undefined,
    choose: (chosen: string) => {
      setChosenProfile(chosen);
      setTypedAccount(null);
    },
    /** Whether it is complete; says so at the field where it is not. */
    check: () => {
      setChecked(true);
      return account.trim() !== '';
    },
  };
}
type RunForm = ReturnType<typeof useRunForm>;

interface CreationInput {
  readonly choice: RunChoice;
  readonly onFailed: () => unknown;
  readonly onCreated: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Makes the run, and opens it. */
function useCreation({ choice, onFailed, onCreated, onClose }: CreationInput) {
  // One key for one preview: a second press, or a repeated request, makes no second run.
  const [key, setKey] = useState(() => crypto.randomUUID());
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
      setKey(crypto.randomUUID());
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
      <TextField
        label="Debit account"
        autoComplete="off"
        maxLength={40}
        required
        value={form.account}
        error={form.accountError}
        onChange={(event) => form.typeAccount(event.target.value)}
      />
      {hasMinimum && (
        <TextField
          label="Smallest amount (₹)"
          inputMode="decimal"
          autoComplete="off"
          placeholder="Any"
          value={form.minimum}
          error={form.minimumError}
          onChange={(event) => form.typeMinimum(event.target.value)}
        />
      )}
    </div>
  );
}
