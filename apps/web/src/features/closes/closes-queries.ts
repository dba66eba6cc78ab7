import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { closeDays, exportCloses, getClose, listCloses, previewClose, reopenDays } from '@wayside/contract/closes';
import { call } from '../../lib/api.ts';
import { downloadTable } from '../../lib/download.ts';
import { type LoadCause, loadForScreen, REFETCHED_ALWAYS } from '../../lib/query-client.ts';
import { invalidateRecords } from '../../lib/shown-change.ts';
import { toast, whileLoading } from '../../ui/toast.ts';
import { type ClosingSearch, daysOfMonth, shownMonth } from './closing-url.ts';

/** Calendars under one key, single days under the other. */
const KEYS = { list: 'closes', one: 'close' } as const;

/** The days of a month and how they stand (CLOS-01). */
export const calendarQuery = (month: string) =>
  queryOptions({
    queryKey: [KEYS.list, month],
    queryFn: async ({ signal }) => (await call(listCloses, { query: daysOfMonth(month), signal })).record,
  });

/** What a closed day states, and what has happened to it. */
export const closeQuery = (day: string) =>
  queryOptions({
    queryKey: [KEYS.one, day],
    queryFn: ({ signal }) => call(getClose, { params: { day }, signal }),
    ...REFETCHED_ALWAYS,
  });

interface DaysToClose {
  readonly day: string;
  readonly firstDay: string | null;
}

/** What closing the open days up to one would state. */
export const previewQuery = (days: DaysToClose) =>
  queryOptions({
    queryKey: ['close-preview', days],
    queryFn: async ({ signal }) => (await call(previewClose, { query: days, signal })).record,
    placeholderData: keepPreviousData,
    ...REFETCHED_ALWAYS,
  });

/** Loads what the screen shows at an address. */
export const loadClosing = (search: ClosingSearch, cause: LoadCause) =>
  loadForScreen(calendarQuery(shownMonth(search)), cause);

/** Closes the open days up to one. */
export const sendClose = (days: DaysToClose) => call(closeDays, { body: days });

/** Reopens a day, and the closed days after it. */
export const sendReopening = (day: string, reason: string) =>
  call(reopenDays, { params: { day }, body: { reason } });

/** Asks again for everything about closes that is on the screen. */
export const invalidateCloses = () => invalidateRecords(KEYS);

/** Downloads what `npm run verify-close` proves (CLOS-03). */
export function useCloseExport() {
  return useMutation({
    mutationFn: (query: { readonly from: string; readonly to: string }) =>
      whileLoading(
        'Exporting...',
        downloadTable(exportCloses, { query, fileName: `closes-${query.from}.txt`, onDownload: () => undefined }),
      ),
    onSuccess: ({ name }) => toast({ tone: 'success', title: `${name} downloaded` }),
  });
}
