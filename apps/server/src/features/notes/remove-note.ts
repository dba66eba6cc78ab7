import { NOTE_REMOVABLE_HOURS } from '@wayside/contract/notes';
import { eq } from 'drizzle-orm';
import { conflict, forbidden, notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { orm } from '../../platform/db/orm.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { notes } from '../../platform/db/schema/notes.ts';
import { peopleOf, recordOf } from './select-notes.ts';

const REMOVABLE_MS = NOTE_REMOVABLE_HOURS * 3_600_000;

/**
 * Removes an own note within a day; the activity log keeps its text, until the person is erased (WORK-04).
 * @throws 403 for a note of somebody else, 404, 409 when it is older
 */
export function removeNote({ database, now, actor }: ActorContext, { id }: { readonly id: string }): Promise<void> {
  return database.transaction(async (client) => {
    const at = now();
    const [note] = await orm(client).select().from(notes).where(eq(notes.id, id)).for('update');
    if (!note) throw notFound('note');
    if (note.authorId !== actor.id) throw forbidden('Only its author can remove a note.');
    if (at.getTime() - note.createdAt.getTime() > REMOVABLE_MS)
      throw conflict('A note can be removed within 24 hours. This one is older, so it stays.');
    await orm(client).delete(notes).where(eq(notes.id, id));
    const { entity, recordId } = recordOf(note);
    await recordActivity(client, actor, at, {
      action: 'note_removed',
      entity,
      entityId: recordId,
      changes: peopleOf(note),
      note: note.text,
    });
  });
}
