import type { SortKey } from '@wayside/contract/wire/list-query';

/** The orders of customers and mechanics (VIEW-02). */
export type PeopleSort = SortKey<'date' | 'wallet'>;
export const PEOPLE_SORTS: readonly PeopleSort[] = ['-date', 'date', '-wallet', 'wallet'];
