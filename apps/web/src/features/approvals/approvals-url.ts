import { listUrl } from '../../list/list-url.ts';

/** The URL of the approvals: page, what waits or what was decided, and the open request (NAV-09). */
export const approvalsUrl = listUrl({
  list: 'approvals',
  filters: { state: ['decided'] },
  details: 'approval',
});
