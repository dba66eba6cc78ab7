import type pg from 'pg';
import type { Actor } from '../context.ts';
import type { NewActivityEntry } from '../db/record-activity.ts';
import type { Collection } from '../records/collection.ts';

/** Records that administrators keep by hand and that are read whole: services, parts, slots, models. */
export interface CrudResource<D extends { readonly id: string }> {
  readonly collection: Collection<D>;
  /** How the activity log names one: "slot". */
  readonly entity: NewActivityEntry['entity'];
  /** How a refusal names one: "time slot". */
  readonly noun: string;
  /** A row `b` as the domain's record, in JSON. */
  readonly json: string;
  /** How they are listed. */
  readonly orderBy: string;
  /** What else is written with a record, in its transaction; `changed` are columns, null for a new record. */
  readonly afterWrite?: (client: pg.ClientBase, actor: Actor, changed: readonly string[] | null) => Promise<void>;
}

/** The condition of a row that is really here. */
export const isFullRecord = ({
  collection,
}: {
  readonly collection: Pick<Collection, 'hasRecordState'>;
}): string => (collection.hasRecordState ? "b.record_state = 'full'" : 'true');
