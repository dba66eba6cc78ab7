import type { ListName, Recent } from '@wayside/contract/preferences';
import { isOwnServer } from './config.ts';
import { preferences, setPreferences } from './preferences.ts';
import { isRecordId } from './record-id.ts';

const MOST = 10;
const KINDS: Partial<Record<ListName, Recent['kind']>> = {
  bookings: 'booking',
  users: 'user',
  mechanics: 'mechanic',
  payments: 'payment',
};

/** Remembers that the details of a record were opened: its kind and id alone (WORK-03). */
export function recordOpened(list: ListName | null, id: string): void {
  const kind = list === null ? undefined : KINDS[list];
  if (!kind || !isRecordId(id) || !isOwnServer()) return;
  const recents = preferences().recents ?? [];
  if (recents[0]?.id === id) return;
  setPreferences({ recents: [{ kind, id }, ...recents.filter((recent) => recent.id !== id)].slice(0, MOST) });
}
