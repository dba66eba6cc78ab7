import { type UseQueryResult, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { RunPayee, RunPreview } from '@wayside/contract/payment-runs';
import { MAX_SELECTED } from '@wayside/contract/wire/request-fields';
import { useId, useState } from 'react';
import { msg, plural, t } from '../../languages/text.ts';
import { failureText } from '../../lib/api-error.ts';
import { fileFormat } from '../../lib/file-format.ts';
import { formatColumnRupees, formatCount, formatExactRupees, orNotAvailable } from '../../lib/format.ts';
import { newKey } from '../../lib/new-key.ts';
import { storedSentenceText } from '../../lib/sentence-text.ts';
import { parseAmount } from '../../lib/typed-amount.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { RetryNote } from '../../ui/error-card.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { Field, LabelledInput } from '../../ui/field.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { PageSteps } from '../../ui/pagination.tsx';
import { Select } from '../../ui/select.tsx';
import { type SmallColumn, SmallTable } from '../../ui/small-table.tsx';
import { preferredMethodLabel } from '../people/bank-details.tsx';
import { modeLabel } from './run-labels.ts';
import {
  invalidateRuns,
  type NewRun,
  profilesQuery,
  type RunChoice,
  runPreviewQuery,
  sendRun,
} from './runs-queries.ts';

interface NewRunDialogProps {
  /** The selected mechanics; null for all mechanics with a positive balance. */
  ids: readonly string[] | null;
  onCreated?: () => void;
  onClose: () => void;
}

/** Dialog that previews and creates a payment run (BANK-01). */
export function NewRunDialog({ ids, onCreated, onClose }: NewRunDialogProps) {
  const form = useRunForm(ids);
  const { choice, profile, account } = form;
  const preview = useQuery({ ...runPreviewQuery(choice), enabled: profile !== undefined });
  const creation = useCreation({ onFailed: preview.refetch, onCreated, onClose });
  const { data } = preview;
  const [skippedIds, setSkippedIds] = useState<ReadonlySet<string>>(new Set());
  const paid = data?.payees.filter(({ mechanicId }) => !skippedIds.has(mechanicId)) ?? [];
  const count = paid.length;
  const totalPaise = paid.reduce((sum, { amountPaise }) => sum + amountPaise, 0);
  const toggle = (id: string) => {
    const ids = new Set(skippedIds);
    if (!ids.delete(id)) ids.add(id);
    setSkippedIds(ids);
  };
  const isTooMany = profile !== undefined && count > profile.mostRows;
  const create = () => {
    if (!data || !form.check()) return;
    // The server cannot exclude single mechanics from a run, so if the user excluded any, the request contains the
    // ids of the others.
    const isReduced = count < data.payees.length;
    creation.mutate({
      choice: isReduced ? { ...choice, ids: paid.map(({ mechanicId }) => mechanicId) } : choice,
      run: { debitAccount: account.trim(), seenCount: count, seenTotalPaise: totalPaise },
    });
  };
  return (
    <Dialog
      title={t('New payment run')}
      description={t(
        'The amounts stay reserved until the bank reports a result. They cannot be paid another way in the meantime.',
      )}
      size="lg"
      onClose={() => !creation.isPending && onClose()}
      footer={
        <>
          <Button disabled={creation.isPending} onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button
            variant="primary"
            pending={creation.isPending}
            disabled={count === 0 || isTooMany || preview.isFetching || form.minimumError !== undefined}
            onClick={create}
          >
            {data && count > 0
              ? plural(count, 'Create run of {count} payment, {total}', 'Create run of {count} payments, {total}', {
                  total: formatExactRupees(totalPaise),
                })
              : t('Create run')}
          </Button>
        </>
      }
    >
      <div className="grid grid-cols-1 gap-4">
        {creation.isError && (
          <FailureText>
            {failureText(creation.error, t('The run could not be created. Nothing was reserved.'))}
          </FailureText>
        )}
        <RunFields form={form} hasMinimum={ids === null} />
        {isTooMany && (
          <p role="alert" className="rounded-md bg-warning-soft px-3 py-2 text-warning-text">
            {t('{format} accepts at most {count} payments in a file. Raise the minimum amount.', {
              format: profile.label,
              count: profile.mostRows,
            })}
          </p>
        )}
        <RunPreviewTables
          query={preview}
          profiles={form.profiles}
          count={count}
          skippedIds={skippedIds}
          onSkip={toggle}
        />
      </div>
    </Dialog>
  );
}

/** Holds the fields of a new run. The default debit account is the one of the last run. */
function useRunForm(ids: readonly string[] | null) {
  const profiles = useQuery(profilesQuery);
  const [profileName, setProfileName] = useState<string | null>(null);
  const [typedAccount, setTypedAccount] = useState<string | null>(null);
  const [minimum, setMinimum] = useState('');
  const [isChecked, setChecked] = useState(false);
  const profile = profiles.data?.find((each) => each.name === profileName) ?? profiles.data?.[0];
  const account = typedAccount ?? profile?.debitAccount ?? '';
  const read = minimum.trim() === '' ? null : parseAmount(minimum);
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
    /** Returns whether the fields are valid, and shows the errors if they are not. */
    check: () => {
      setChecked(true);
      return accountError(account) === undefined;
    },
  };
}
/** Returns the error of a debit account. Spaces are ignored. */
function accountError(account: string): string | undefined {
  const digits = account.replaceAll(/\s/g, '');
  if (digits === '') return t('Required');
  return /^\d+$/.test(digits) ? undefined : t('Enter only digits');
}
type RunForm = ReturnType<typeof useRunForm>;

interface CreateRunOptions {
  readonly onFailed: () => unknown;
  readonly onCreated: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Creates the run and opens it. */
function useCreation({ onFailed, onCreated, onClose }: CreateRunOptions) {
  // Each preview has its own idempotency key, so that a second click or a repeated request creates no second run.
  const [key, setKey] = useState(newKey);
  const navigate = useNavigate();
  return useMutation({
    mutationFn: ({ choice, run }: { choice: RunChoice; run: Omit<NewRun, 'key'> }) =>
      sendRun(choice, { ...run, key }),
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
      <Field label={t('Format')}>
        {(control) => (
          <Select
            {...control}
            className="w-full"
            value={form.choice.profile}
            options={(form.profiles.data ?? []).map(({ name, label }) => ({
              value: name,
              label: fileFormat(label),
            }))}
            onChange={(event) => form.choose(event.target.value)}
          />
        )}
      </Field>
      <LabelledInput
        label={t('Debit account')}
        autoComplete="off"
        maxLength={40}
        required
        value={form.account}
        hint={form.account === '' ? t('Required. The bank debits it.') : undefined}
        error={form.accountError}
        onChange={(event) => form.setTypedAccount(event.target.value)}
      />
      {hasMinimum && (
        <LabelledInput
          label={t('Minimum amount (₹)')}
          inputMode="decimal"
          autoComplete="off"
          placeholder={t('No minimum')}
          value={form.minimum}
          error={form.minimumError}
          onChange={(event) => form.setMinimum(event.target.value)}
        />
      )}
    </div>
  );
}

interface RunPreviewProps {
  query: UseQueryResult<RunPreview>;
  profiles: UseQueryResult<unknown>;
  /** The number of selected mechanics. */
  count: number;
  /** The mechanics that the user has cleared. */
  skippedIds: ReadonlySet<string>;
  onSkip: (mechanicId: string) => void;
}

/** The payments of the new run, and the excluded mechanics. */
function RunPreviewTables({ query, profiles, count, skippedIds, onSkip }: RunPreviewProps) {
  const { data } = query;
  const failed = profiles.isError ? profiles : query;
  const failure = useFailedLoad(failed, t('Failed to load the payments of the run'));
  if (failure) return <RetryNote {...failure} />;
  if (!data)
    return (
      <div role="status" aria-label={t('Loading the payments of the run')} className="grid gap-3">
        <Skeleton className="h-5 w-1/2" />
        <Skeleton className="h-40 w-full" />
      </div>
    );
  return (
    <>
      {data.needsApproval && (
        <p className="rounded-md bg-info-soft px-3 py-2 text-info-text">
          {t('Another person must approve this run before its file can be created.')}
        </p>
      )}
      <Payees
        title={t('In the run')}
        pagesLabel={t('In the run pages')}
        payees={data.payees}
        count={count}
        columns={
          data.payees.length > MAX_SELECTED
            ? PAID_COLUMNS
            : [choiceColumn(skippedIds, onSkip), ...PAID_COLUMNS.slice(1)]
        }
        empty={t('No mechanic can be paid.')}
      />
      {data.excluded.length > 0 && (
        <Payees
          title={t('Excluded')}
          pagesLabel={t('Excluded pages')}
          payees={data.excluded}
          count={data.excluded.length}
          columns={EXCLUDED_COLUMNS}
          empty=""
        />
      )}
    </>
  );
}

const NAME_COLUMN: SmallColumn<RunPayee> = {
  header: msg('Mechanic'),
  cell: ({ mechanicId, name }) => (
    <Link to="/mechanics" search={{ mechanic: mechanicId }} target="_blank" className="link">
      {orNotAvailable(name)}
    </Link>
  ),
};
/** The names, each with a box that takes the mechanic out of the run (BANK-01). */
const choiceColumn = (
  skippedIds: ReadonlySet<string>,
  onSkip: (mechanicId: string) => void,
): SmallColumn<RunPayee> => ({
  ...NAME_COLUMN,
  cell: (payee) => (
    <span className="flex items-center gap-2">
      <input
        type="checkbox"
        aria-label={t('Select {name}', { name: orNotAvailable(payee.name) })}
        className="size-4 shrink-0 accent-accent"
        checked={!skippedIds.has(payee.mechanicId)}
        onChange={() => onSkip(payee.mechanicId)}
      />
      {NAME_COLUMN.cell(payee)}
    </span>
  ),
});
const AMOUNT_COLUMN: SmallColumn<RunPayee> = {
  header: msg('Amount'),
  align: 'end',
  isMain: true,
  cell: ({ amountPaise }) => formatColumnRupees(amountPaise),
};

const PAID_COLUMNS: readonly SmallColumn<RunPayee>[] = [
  NAME_COLUMN,
  {
    header: msg('Account or UPI ID'),
    cell: ({ destination }) => (
      <span translate="no" className="numeric">
        {orNotAvailable(destination)}
      </span>
    ),
  },
  { header: msg('IFSC'), cell: ({ ifsc }) => <span className="font-mono">{ifsc ?? '–'}</span> },
  { header: msg('Mode'), cell: ({ mode }) => modeLabel(mode) },
  { header: msg('Preferred method'), cell: ({ preferredMethod }) => preferredMethodLabel(preferredMethod) },
  AMOUNT_COLUMN,
];

const EXCLUDED_COLUMNS: readonly SmallColumn<RunPayee>[] = [
  NAME_COLUMN,
  {
    header: msg('Reason'),
    cell: ({ issue, issueKey }) => (
      <span className="block min-w-48 py-2 whitespace-normal">{issue && storedSentenceText(issue, issueKey)}</span>
    ),
  },
  AMOUNT_COLUMN,
];

interface PayeesProps {
  title: string;
  pagesLabel: string;
  payees: readonly RunPayee[];
  /** The number in the heading. */
  count: number;
  columns: readonly SmallColumn<RunPayee>[];
  empty: string;
}

const ROWS = 10;

/** Sorts payees by name, so that users can find them. */
const compareNames = (one: RunPayee, other: RunPayee): number => (one.name ?? '').localeCompare(other.name ?? '');

function Payees({ title, pagesLabel, payees, count, columns, empty }: PayeesProps) {
  const [page, setPage] = useState(1);
  const id = useId();
  const pageCount = Math.max(Math.ceil(payees.length / ROWS), 1);
  const shown = Math.min(page, pageCount);
  return (
    <section aria-labelledby={id} className="grid gap-1">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-3">
        <h3 id={id} className="font-semibold">
          {title}{' '}
          <span translate="no" className="numeric text-ink-faint">
            ({formatCount(count)})
          </span>
        </h3>
        <PageSteps page={shown} pageCount={pageCount} label={pagesLabel} onPage={setPage} />
      </div>
      <SmallTable
        caption={title}
        columns={columns}
        rows={payees.toSorted(compareNames).slice((shown - 1) * ROWS, shown * ROWS)}
        keyOf={({ mechanicId }) => mechanicId}
        empty={empty}
      />
    </section>
  );
}
