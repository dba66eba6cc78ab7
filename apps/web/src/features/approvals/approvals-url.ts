import { listUrl } from '../../list/list-url.ts';

/** The URL of the approvals: page, what waits, is to be paid or has ended, and the open request (NAV-09). */
export const approvalsUrl = listUrl({
  list: 'approvals',
  filters: { state: ['to_be_paid', 'decided'] },
  details: 'approval',
});
