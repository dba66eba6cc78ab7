import { linkOptions } from '@tanstack/react-router';
import { type FoundNote, searchNotes } from '@wayside/contract/notes';
import { call } from '../lib/api.ts';
import { formatDate, shortId } from '../lib/format.ts';

const NOUNS: Readonly<Record<string, string>> = { booking: 'Booking', user: 'User', mechanic: 'Mechanic' };

/** The record of a note: "Booking 0a1b2c", "Ravi Kumar". */
const recordOf = ({ entity, recordId, recordName }: FoundNote): string =>
  recordName?.trim() || `${NOUNS[entity] ?? entity} ${shortId(recordId)}`;

const linkTo = ({ entity, recordId }: FoundNote) => {
  if (entity === 'booking') return linkOptions({ to: '/bookings', search: { booking: recordId } });
  if (entity === 'user') return linkOptions({ to: '/users', search: { user: recordId } });
  return linkOptions({ to: '/mechanics', search: { mechanic: recordId } });
};

/** The newest notes with the words of a search, each leading to its record (WORK-04). */
export async function findNotes(search: string, limit: number, signal: AbortSignal) {
  const { rows } = await call(searchNotes, { query: { page: 1, limit, search }, signal });
  return rows.map((note) => ({
    value: `note ${note.id}`,
    label: note.text.replaceAll(/\s+/g, ' '),
    detail: `${recordOf(note)} · ${note.author} · ${formatDate(note.createdAt)}`,
    link: linkTo(note),
  }));
}
