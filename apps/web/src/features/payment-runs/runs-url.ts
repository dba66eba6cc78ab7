import { listUrl } from '../../list/list-url.ts';

const STATES = ['waiting', 'ready', 'sent', 'finished', 'cancelled', 'rejected', 'lapsed'] as const;

/** The URL of the payment runs: page, state and the open run (NAV-09). */
export const runsUrl = listUrl({ list: 'payment-runs', filters: { state: STATES }, details: 'run' });
