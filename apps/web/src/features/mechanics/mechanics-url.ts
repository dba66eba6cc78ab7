import { APPLICATION_STATUSES } from '@wayside/contract/filter-values';
import { listUrl } from '../../list/list-url.ts';
import { PEOPLE_SORTS } from '../../people/people-sorts.ts';

/** The URL of the mechanics: page, search, statuses, order, the open mechanic and the reviewed one (NAV-09). */
export const mechanicsUrl = listUrl({
  list: 'mechanics',
  filters: { status: { several: APPLICATION_STATUSES } },
  sorts: PEOPLE_SORTS,
  details: 'mechanic',
  others: ['review'],
});
