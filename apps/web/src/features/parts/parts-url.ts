import { listUrl } from '../../list/list-url.ts';

/** The URL state of the parts list: search and service (NAV-09). */
export const partsUrl = listUrl({ filters: { service: 'id' } });
