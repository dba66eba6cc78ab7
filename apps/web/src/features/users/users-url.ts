import { listUrl } from '../../list/list-url.ts';
import { PEOPLE_SORTS } from '../../people/people-sorts.ts';

/** The URL of the customers: page, search, order and the open customer (NAV-09). */
export const usersUrl = listUrl({
  list: 'users',
  sorts: PEOPLE_SORTS,
  details: 'user',
});
