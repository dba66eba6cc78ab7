import { listUrl } from '../../list/list-url.ts';

/** The URL of the parts: search and service (NAV-09). */
export const partsUrl = listUrl({ filters: { service: 'id' } });
