import { reloadShown } from '../../lib/shown-change.ts';
import { reloadHistory } from '../../people/history-query.ts';
import { reloadWaiting } from './applications-queries.ts';
import { MECHANIC_KEYS } from './mechanics-queries.ts';

/** Loads again what a decision changes: the mechanics that are shown, their history, and who waits. */
export function reloadApplications(): Promise<unknown> {
  return Promise.all([reloadShown(MECHANIC_KEYS), reloadHistory(), reloadWaiting()]);
}
