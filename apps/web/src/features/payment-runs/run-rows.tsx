import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type RunRow, recordOutcome, removeRunRow } from '@wayside/contract/payment-run-rows';
import { type PaymentRun, RUN_ROW_STATES, type RunRowState } from '@wayside/contract/payment-runs';
import { useDeferredValue, useState } from 'react';
import { formatCount } from '../../lib/format.ts';
import { useMay } from '../../lib/session.ts';
import { useFailedLoad } from '../../lib/use-failed-load.ts';
import { ExportMenu } from '../../list/export-menu.tsx';
import { tableCall } from '../../list/list-export.ts';
import { Button } from '../../ui/button.tsx';
import { addDevanagari } from '../../ui/devanagari-font.ts';
import { RetryNote } from '../../ui/error-card.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { PageSteps } from '../../ui/pagination.tsx';
import { SearchField } from '../../ui/search-field.tsx';
import { Select } from '../../ui/select.tsx';
import { SmallTable } from '../../ui/small-table.tsx';
import { PHONE, useMediaQuery } from '../../ui/use-media-query.ts';
import { ROW_STATE_LABELS, runRowColumns, runRowColumnsOfPhone } from './run-columns.tsx';
import { inState } from './run-labels.ts';
import { runRowsQuery } from './runs-queries.ts';

const OutcomeForm = lazyPart(() => import('./outcome-form.tsx'), 'OutcomeForm');
const RemoveRowForm = lazyPart(() => import('./remove-row-form.tsx'), 'RemoveRowForm');

// Names in Devanagari, on the screen and printed.
addDevanagari();

/** States for which a user can record the bank's result. */
const RECORDABLE: readonly string[] = ['sent', 'failed', 'paid'];

/** The payments of a run, page by page, each with the bank's result (BANK-03). */
export function RunRows({ run }: { run: PaymentRun }) {
  const [page, setPage] = useState(1);
  const [state, setState] = useState<RunRowState | null>(null);
  const [searchText, setSearchText] = useState('');
  const search = useDeferredValue(searchText.trim()) || null;
  const query = useQuery({
    ...runRowsQuery(run.id, { page, state, search }),
    placeholderData: keepPreviousData,
  });
  const failure = useFailedLoad(query, 'Failed to load the payments');
  const [recordedRow, setRecordedRow] = useState<RunRow | null>(null);
  const [removedRow, setRemovedRow] = useState<RunRow | null>(null);
  const { data } = query;
  const may = useMay();
  const [mayRecord, mayRemove] = [may(recordOutcome), may(removeRunRow)];
  // A run keeps at least one payment: cancel the run instead.
  const isRemovable = inState(run, 'reserved').count > 1;
  const isPhone = useMediaQuery(PHONE);
  const columns = (isPhone ? runRowColumnsOfPhone : runRowColumns)((row) => {
    if (mayRecord && RECORDABLE.includes(row.state))
      return (
        <Button
          variant="ghost"
          aria-label={`Record the bank’s result for ${row.reference}`}
          onClick={() => setRecordedRow(row)}
        >
          Record
        </Button>
      );
    if (!(mayRemove && isRemovable && row.state === 'reserved')) return null;
    return (
      <Button
        variant="ghost"
        aria-label={`Remove ${row.reference} from the run`}
        onClick={() => setRemovedRow(row)}
      >
        Remove
      </Button>
    );
  });
  return (
    <section aria-label="Payments" className="grid grid-cols-1 gap-2">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="font-semibold">
          Payments{' '}
          {data && (
            <span translate="no" className="numeric text-ink-faint">
              ({formatCount(data.total)})
            </span>
          )}
        </h3>
        <div data-unprinted="" className="contents">
          <Select
            aria-label="Status of payments"
            value={state ?? ''}
            options={[
              { value: '', label: 'All statuses' },
              ...RUN_ROW_STATES.map((value) => ({ value, label: ROW_STATE_LABELS[value].label })),
            ]}
            onChange={(event) => {
              setPage(1);
              setState((event.target.value || null) as RunRowState | null);
            }}
          />
          <SearchField
            label="Reference, name or transaction ID"
            value={searchText}
            onChange={(text) => {
              setPage(1);
              setSearchText(text);
            }}
          />
        </div>
        <div className="ml-auto flex flex-wrap items-center gap-3">
          {data && <PageSteps page={page} pageCount={data.pageCount} label="Pages of payments" onPage={setPage} />}
          <ExportMenu
            label="Export payments"
            list={{
              name: 'payment-run',
              permission: 'lists:export',
              call: (calls) => tableCall(calls.exportRunRows, { id: run.id, state, search }),
            }}
            total={data?.total}
            hasPrint={false}
          />
        </div>
      </div>
      {failure ? (
        <RetryNote {...failure} />
      ) : (
        <SmallTable
          caption="Payments of the run"
          columns={columns}
          rows={data?.rows}
          keyOf={({ reference }) => reference}
          empty="No payments match."
        />
      )}
      {removedRow && <RemoveRowForm runId={run.id} row={removedRow} onClose={() => setRemovedRow(null)} />}
      {recordedRow && <OutcomeForm runId={run.id} row={recordedRow} onClose={() => setRecordedRow(null)} />}
    </section>
  );
}
