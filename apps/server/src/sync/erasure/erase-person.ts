import { ApiError, notFound } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { requireRight } from '../../money/ledger/payment-rights.ts';
import { postPendingEntriesOf } from '../../money/ledger/post-entries.ts';
import { ENTITY_OF, eraseRelatedRows, type PeopleTable } from '../../platform/db/erase-related-rows.ts';
import { recordActivity } from '../../platform/db/record-activity.ts';
import { markImagesUnused, removeImage } from '../../platform/files/remove-images.ts';
import { collections } from '../../records/collections.ts';
import { erasedFields, eraseRows } from './erase-rows.ts';
import { addErasures, appendErasuresOrWarn, openErasureLog } from './erasure-log.ts';
import { lockCollections } from './lock-collections.ts';

const NOUNS = { users: 'customer', mechanics: 'mechanic' } as const satisfies Readonly<Record<PeopleTable, string>>;

/**
 * Erases a person and their data in other tables in one transaction, records the erasure outside the database, and
 * removes the person's images. Keeps the data needed to pay a balance or wallet until it is 0 (PRIV-06).
 * @throws 403 if the administrator has lost the permission; 404
 */
export async function erasePerson(
  context: Pick<ActorContext, 'database' | 'files' | 'settings' | 'log' | 'now' | 'actor'>,
  table: PeopleTable,
  id: string,
): Promise<void> {
  const { database, actor, settings, log } = context;
  const at = context.now();
  const references = await database.transaction(async (client) => {
    // A source that writes records of this person at the same time does so either before or after the erasure.
    await lockCollections(client, collections[table], true);
    await requireRight(client, actor, 'people:delete');
    if (table === 'mechanics') await postPendingEntriesOf(client, id);
    const images = await markImagesUnused(client, table, [id]);
    const [erased] = await eraseRows(client, table, [id], 'administrator');
    if (erased === undefined) throw notFound(NOUNS[table]);
    if (table === 'users') await client.query('UPDATE users SET updated_at = $2 WHERE id = $1', [id, at]);
    await eraseRelatedRows(client, table, [id]);
    await addErasures(client, table, 'erased', [{ id }]);
    await recordActivity(client, actor, at, {
      action: 'deleted',
      entity: ENTITY_OF[table],
      entityId: id,
      changes: erasedFields(table, 'administrator', erased).map((field) => ({ field, before: null, after: null })),
    });
    return images;
  });
  await appendErasuresOrWarn({ database, log }, openErasureLog(settings));
  for (const reference of references) {
    await removeImage(context, reference).catch((error: unknown) => {
      if (!(error instanceof ApiError))
        log.warn({ err: error }, 'an image could not be removed; the sweep retries');
    });
  }
}
