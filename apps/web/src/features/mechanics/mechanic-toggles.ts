import { type Mechanic, toggleMechanicBlock, toggleMechanicExpert } from '@wayside/contract/mechanics';
import { call } from '../../lib/api.ts';
import { hasExtension } from '../../lib/config.ts';
import { personName } from '../../people/person-name.ts';
import type { Toggle } from '../../people/use-toggle.ts';
import { MECHANIC_KEYS } from './mechanics-queries.ts';

/** The state that the person saw, for a server that refuses when somebody else has changed it meanwhile. */
const seenBy = (seen: boolean) => ({ seen: hasExtension('records') ? seen : null });

/** Blocking and unblocking an approved mechanic (MECH-09). */
export const MECHANIC_BLOCKING: Toggle<Mechanic> = {
  keys: MECHANIC_KEYS,
  read: (mechanic) => mechanic.isBlocked,
  write: (isBlocked) => ({ isBlocked }),
  send: async (id, seen) => (await call(toggleMechanicBlock, { params: { id }, query: seenBy(seen) })).isBlocked,
  doing: (mechanic, isBlocked) => `${isBlocked ? 'Blocking' : 'Unblocking'} ${personName(mechanic, 'mechanic')}...`,
  done: (mechanic, isBlocked) => `${personName(mechanic, 'mechanic')} is ${isBlocked ? 'blocked' : 'unblocked'}`,
  failed: 'Failed to update mechanic status',
};

/** Marking a mechanic as expert, or as regular again (MECH-10). */
export const MECHANIC_EXPERTISE: Toggle<Mechanic> = {
  keys: MECHANIC_KEYS,
  read: (mechanic) => mechanic.isExpert,
  write: (isExpert) => ({ isExpert }),
  send: async (id, seen) => (await call(toggleMechanicExpert, { params: { id }, query: seenBy(seen) })).isExpert,
  doing: (mechanic, isExpert) =>
    `Marking ${personName(mechanic, 'mechanic')} as ${isExpert ? 'expert' : 'regular'}...`,
  done: (mechanic, isExpert) =>
    `${personName(mechanic, 'mechanic')} is marked as ${isExpert ? 'expert' : 'regular'}`,
  failed: 'Failed to update expert status',
};
