import { queryOptions } from '@tanstack/react-query';
import { SETTLEMENT_FILE_LIST, SETTLEMENT_LINE_LIST, SETTLEMENT_LIST } from '@wayside/contract/lists';
import { listReconciliationDays } from '@wayside/contract/reconciliation-days';
import {
  countSettlementLines,
  getSettlementLine,
  getWriteOffLimit,
  listSettlementLines,
  type SettlementLine,
} from '@wayside/contract/settlement-lines';
import {
  countSettlementFiles,
  countSettlements,
  getSettlementFile,
  listProfilesOfSettlementFile,
  listSettlementFiles,
  listSettlementProfiles,
  listSettlements,
} from '@wayside/contract/settlements';
import type { Page } from '@wayside/contract/wire/paging';
import { call } from '../../lib/api.ts';
import { attentionQuery } from '../../lib/invalidate-money.ts';
import {
  type LoadCause,
  loadForScreen,
  queryClient,
  REFETCH_ALWAYS,
  UNCACHED_OPTIONS,
} from '../../lib/query-client.ts';
import { readRecord } from '../../lib/read-record.ts';
import { SETTLEMENT_KEYS } from '../../lib/record-keys.ts';
import { listQueries } from '../../list/list-queries.ts';
import { daysOfMonth, type MonthSearch, shownMonth } from '../../list/months.ts';

const MATCHING_MS = 700;

export const lines = listQueries(SETTLEMENT_LINE_LIST, {
  key: SETTLEMENT_KEYS.lines,
  list: listSettlementLines,
  count: countSettlementLines,
});
export const files = listQueries(SETTLEMENT_FILE_LIST, {
  key: SETTLEMENT_KEYS.files,
  list: listSettlementFiles,
  count: countSettlementFiles,
});
export const settlements = listQueries(SETTLEMENT_LIST, {
  key: SETTLEMENT_KEYS.list,
  list: listSettlements,
  count: countSettlements,
});

export const daysQuery = (month: string) =>
  queryOptions({
    queryKey: [SETTLEMENT_KEYS.days, month],
    queryFn: async ({ signal }) => (await call(listReconciliationDays, { query: daysOfMonth(month), signal })).rows,
  });

/** Loads the month that the URL names. */
export const loadDays = (search: MonthSearch, cause: LoadCause) =>
  loadForScreen(daysQuery(shownMonth(search)), cause);

export const lineQuery = (id: string) =>
  queryOptions({
    queryKey: [SETTLEMENT_KEYS.line, id],
    queryFn: ({ signal }) => readRecord(() => call(getSettlementLine, { params: { id }, signal })),
    refetchInterval: ({ state }) => (state.data?.isMatching ? MATCHING_MS : false),
    ...REFETCH_ALWAYS,
  });

/** Query of the selected lines. Lines already loaded by a list are reused. */
export const linesQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [SETTLEMENT_KEYS.line, 'selected', ...ids],
    queryFn: ({ signal }) => {
      const pages = queryClient.getQueriesData<Page<SettlementLine>>({ queryKey: [SETTLEMENT_KEYS.lines] });
      const shown = new Map(pages.flatMap(([, page]) => page?.rows ?? []).map((line) => [line.id, line]));
      const load = async (id: string): Promise<SettlementLine> =>
        (await call(getSettlementLine, { params: { id }, signal })).record;
      return Promise.all(ids.map((id) => shown.get(id) ?? load(id)));
    },
    ...UNCACHED_OPTIONS,
  });

export const limitQuery = queryOptions({
  queryKey: [SETTLEMENT_KEYS.limit],
  queryFn: async ({ signal }) => (await call(getWriteOffLimit, { signal })).record,
  ...REFETCH_ALWAYS,
});

export const fileQuery = (id: string) =>
  queryOptions({
    queryKey: [SETTLEMENT_KEYS.file, id],
    queryFn: ({ signal }) => readRecord(() => call(getSettlementFile, { params: { id }, signal })),
    refetchInterval: ({ state }) => (state.data?.matchedAt === null ? MATCHING_MS : false),
    ...REFETCH_ALWAYS,
  });

export const profilesQuery = queryOptions({
  queryKey: [SETTLEMENT_KEYS.profiles],
  queryFn: async ({ signal }) => (await call(listSettlementProfiles, { signal })).rows,
});

/** Query of a file's possible formats, best match first. */
export const profilesOfFileQuery = (id: string) =>
  queryOptions({
    queryKey: [SETTLEMENT_KEYS.profiles, id],
    queryFn: async ({ signal }) => (await call(listProfilesOfSettlementFile, { params: { id }, signal })).rows,
  });

/** Invalidates the data that a file or a decision changes. */
export const invalidateSettlements = (): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey }) =>
      [...Object.values<string>(SETTLEMENT_KEYS), ...attentionQuery.queryKey].includes(String(queryKey[0])),
  });
