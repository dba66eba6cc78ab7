import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { exportCloses, getClose, listCloses, previewClose } from '@wayside/contract/closes';
import { t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { invalidateRecords } from '../../lib/cached-records.ts';
import { downloadTable } from '../../lib/download.ts';
import { type LoadCause, loadForScreen, REFETCH_ALWAYS } from '../../lib/query-client.ts';
import { daysOfMonth, shownMonth } from '../../list/months.ts';
import { toast, whileLoading } from '../../ui/toast.ts';
import type { ClosingSearch } from './closing-url.ts';

const KEYS = { list: 'closes', one: 'close' } as const;

export const calendarQuery = (month: string) =>
  queryOptions({
    queryKey: [KEYS.list, month],
    queryFn: async ({ signal }) => (await call(listCloses, { query: daysOfMonth(month), signal })).record,
  });

export const closeQuery = (day: string) =>
  queryOptions({
    queryKey: [KEYS.one, day],
    queryFn: ({ signal }) => call(getClose, { params: { day }, signal }),
    ...REFETCH_ALWAYS,
  });

interface DaysToClose {
  readonly day: string;
  readonly firstDay: string | null;
}

export const previewQuery = (days: DaysToClose) =>
  queryOptions({
    queryKey: ['close-preview', days],
    queryFn: async ({ signal }) => (await call(previewClose, { query: days, signal })).record,
    placeholderData: keepPreviousData,
    ...REFETCH_ALWAYS,
  });

/** Loads the month that the URL names. */
export const loadClosing = (search: ClosingSearch, cause: LoadCause) =>
  loadForScreen(calendarQuery(shownMonth(search)), cause);

export const invalidateCloses = () => invalidateRecords(KEYS);

/** Hook that downloads the file which `npm run verify-close` checks (CLOS-03). */
export function useCloseExport() {
  return useMutation({
    mutationFn: (query: { readonly from: string; readonly to: string }) =>
      whileLoading(t('Exporting...'), downloadTable(exportCloses, { query, fileName: `closes-${query.from}.txt` })),
    onSuccess: ({ name }) => toast({ tone: 'success', title: t('{file} downloaded', { file: name }) }),
  });
}
