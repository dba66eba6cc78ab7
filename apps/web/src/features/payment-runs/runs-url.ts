import { RUN_STATES } from '@wayside/contract/payment-runs';
import { listUrl } from '../../list/list-url.ts';

/** The URL of the payment runs: page, state and the open run (NAV-09). */
export const runsUrl = listUrl({ list: 'payment-runs', filters: { state: RUN_STATES }, details: 'run' });
