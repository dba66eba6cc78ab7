import { useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { RunPayee, RunPreview } from '@wayside/contract/payment-runs';
import { useId, useState } from 'react';
import { failureText } from '../lib/api-error.ts';
import { formatCount, formatExactRupees, orNotAvailable } from '../lib/format.ts';
import { readAmount } from '../lib/typed-amount.ts';
import { payoutMethodLabel } from '../records/payout-method.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { RetryNote } from '../ui/error-card.tsx';
import { Field, TextField } from '../ui/field.tsx';
import { Skeleton } from '../ui/loading.tsx';
import { PageSteps } from '../ui/pagination.tsx';
import { Select } from '../ui/select.tsx';
import { type SmallColumn, SmallTable } from '../ui/small-table.tsx';
import { modeLabel } from './run-labels.ts';
import { profilesQuery, type RunChoice, reloadRuns, runPreviewQuery, sendRun } from './run-queries.ts';

export interface NewRunDialogProps {
  /** The mechanics who were marked; null for all with a positive balance. */
  ids: readonly string[] | null;
  onCreated?: () => void;
  onClose: () => void;
}

/** Previews a payment run and makes it (BANK-01). */
export function NewRunDialog({ ids, onCreated, onClose }: NewRunDialogProps) {
  const profiles = useQuery(profilesQuery);
  const [named, choose] = useState<string | null>(null);
  const [typedAccount, typeAccount] = useState<string | null>(null);
  const [typedMinimum, typeMinimum] = useState('');
  const profile = profiles.data?.find(({ name }) => name === named) ?? profiles.data?.[0];
  const account = typedAccount ?? profile?.debitAccount ?? '';
  const minimum = typedMinimum.trim() === '' ? null : readAmount(typedMinimum);
  const choice: RunChoice = {
    profile: profile?.name ?? '',
    ids,
    minimumPaise: minimum?.error === undefined ? minimum?.value || null : null,
  };
  const preview = useQuery({ ...runPreviewQuery(choice), enabled: profile !== undefined });
  // One key for one preview: a second press, or a repeated request, makes no second run.
  const [key, renewKey] = useState(() => crypto.randomUUID());
  const navigate = useNavigate();
  const [isIncomplete, setIncomplete] = useState(false);
  const creation = useMutation({
    mutationFn: ({ payees, totalPaise }: RunPreview) =>
      sendRun(choice, { debitAccount: account.trim(), seenCount: payees.length, seenTotalPaise: totalPaise, key }),
    onSuccess: ({ id }) => {
      onCreated?.();
      onClose();
      void navigate({ to: '/payouts/runs', search: { run: id } });
      void reloadRuns();
    },
    onError: () => {
      renewKey(crypto.randomUUID());
      void preview.refetch();
    },
  });
  const data = preview.data;
  const create = () => {
    setIncomplete(account.trim() === '');
    if (data && account.trim() !== '') creation.mutate(data);
  };
  const count = data?.payees.length ?? 0;
  const isTooMany = profile !== undefined && count > profile.mostRows;
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
            disabled={count === 0 || isTooMany || preview.isFetching || minimum?.error !== undefined}
            onClick={create}
          >
            {data && count > 0 ? `Create run of ${formatExactRupees(data.totalPaise)}` : 'Create run'}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {creation.isError && (
          <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-danger-badge">
            {failureText(creation.error, 'The run could not be made. Nothing was reserved.')}
          </p>
        )}
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
          <Field label="Format">
            {(control) => (
              <Select
                {...control}
                className="w-full"
                value={profile?.name ?? ''}
                options={(profiles.data ?? []).map(({ name, label }) => ({ value: name, label }))}
                onChange={(event) => {
                  choose(event.target.value);
                  typeAccount(null);
                }}
              />
            )}
          </Field>
          <TextField
            label="Debit account"
            autoComplete="off"
            maxLength={40}
            required
            value={account}
            error={isIncomplete && account.trim() === '' ? 'Required' : undefined}
            onChange={(event) => typeAccount(event.target.value)}
          />
          {ids === null && (
            <TextField
              label="Smallest amount (₹)"
              inputMode="decimal"
              autoComplete="off"
              placeholder="Any"
              value={typedMinimum}
              error={minimum?.error}
              onChange={(event) => typeMinimum(event.target.value)}
            />
          )}
        </div>
        {(preview.isError || profiles.isError) && !data && (
          <RetryNote
            message={failureText(preview.error ?? profiles.error, 'Failed to load whom the run would pay')}
            pending={preview.isFetching || profiles.isFetching}
            onRetry={() => void (profiles.isError ? profiles.refetch() : preview.refetch())}
          />
        )}
        {!data && !preview.isError && !profiles.isError && (
          <div role="status" aria-label="Loading whom the run would pay" className="grid gap-3">
            <Skeleton className="h-5 w-1/2" />
            <Skeleton className="h-40 w-full" />
          </div>
        )}
        {data && (
          <>
            {data.needsApproval && (
              <p className="rounded-md bg-info-soft px-3 py-2 text-info-text">
                Somebody else must approve this run before its file can be made.
              </p>
            )}
            {isTooMany && (
              <p role="alert" className="rounded-md bg-warning-soft px-3 py-2 text-warning-text">
                {profile.label} takes {formatCount(profile.mostRows)} rows in a file: raise the smallest amount.
              </p>
            )}
            <Payees title="In the run" payees={data.payees} columns={PAID_COLUMNS} empty="Nobody can be paid." />
            {data.excluded.length > 0 && (
              <Payees title="Cannot be paid" payees={data.excluded} columns={EXCLUDED_COLUMNS} empty="" />
            )}
          </>
        )}
      </div>
    </Dialog>
  );
}

const NAME_COLUMN: SmallColumn<RunPayee> = {
  header: 'Mechanic',
  cell: ({ mechanicId, name }) => (
    <Link
      to="/mechanics"
      search={{ mechanic: mechanicId }}
      target="_blank"
      className="text-accent-text hover:underline"
    >
      {orNotAvailable(name)}
    </Link>
  ),
};
const AMOUNT_COLUMN: SmallColumn<RunPayee> = {
  header: 'Amount',
  align: 'end',
  isPinned: true,
  cell: ({ amountPaise }) => formatExactRupees(amountPaise),
};

const PAID_COLUMNS: readonly SmallColumn<RunPayee>[] = [
  NAME_COLUMN,
  { header: 'To', cell: ({ destination }) => <span className="numeric">{orNotAvailable(destination)}</span> },
  { header: 'IFSC', cell: ({ ifsc }) => <span className="font-mono">{ifsc ?? '–'}</span> },
  { header: 'Mode', cell: ({ mode }) => modeLabel(mode) },
  { header: 'Prefers', cell: ({ preferredMethod }) => payoutMethodLabel(preferredMethod) },
  AMOUNT_COLUMN,
];

const EXCLUDED_COLUMNS: readonly SmallColumn<RunPayee>[] = [
  NAME_COLUMN,
  { header: 'Why', cell: ({ issue }) => issue },
  AMOUNT_COLUMN,
];

interface PayeesProps {
  title: string;
  payees: readonly RunPayee[];
  columns: readonly SmallColumn<RunPayee>[];
  empty: string;
}

const ROWS = 10;

/** Those who are in the run, or are not, page by page. */
function Payees({ title, payees, columns, empty }: PayeesProps) {
  const [page, setPage] = useState(1);
  const id = useId();
  const pageCount = Math.max(Math.ceil(payees.length / ROWS), 1);
  const shown = Math.min(page, pageCount);
  return (
    <section aria-labelledby={id} className="grid gap-1">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
        <h3 id={id} className="font-semibold">
          {title} <span className="numeric text-ink-faint">({formatCount(payees.length)})</span>
        </h3>
        <PageSteps page={shown} pageCount={pageCount} label={`${title} pages`} onPage={setPage} />
      </div>
      <SmallTable
        caption={title}
        columns={columns}
        rows={payees.slice((shown - 1) * ROWS, shown * ROWS)}
        keyOf={({ mechanicId }) => mechanicId}
        empty={empty}
      />
    </section>
  );
}
