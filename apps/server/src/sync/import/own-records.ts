import { recordHeader } from '@wayside/contract/ingest';
import { notification } from '@wayside/contract/notifications';
import { payout } from '@wayside/contract/payouts';
import { cleanNote } from '@wayside/contract/wire/fields';
import { transactionKey } from '@wayside/contract/wire/transaction-id';
import { wireKey } from '@wayside/contract/wire/wire-object';
import type pg from 'pg';
import { z } from 'zod';
import { defineStatement, rowsOf, type Statement } from '../../platform/db/statement.ts';
import type { RecordDefinition, Row } from '../../records/define-record.ts';
import type { RejectionReason } from './rejections.ts';
import type { IncomingRecord } from './sort-records.ts';

interface OwnRecord {
  readonly id: string;
  readonly isDeleted: boolean;
  /**
   * Whether no record of the collection can describe it, because it is a void, an adjustment or a payment to a
   * customer.
   */
  readonly isOfOtherKind: boolean;
  readonly values: readonly (string | number | null)[];
}

interface OwnedCollection {
  readonly find: Statement<OwnRecord>;
  readonly fields: readonly OwnedField[];
  readonly reason: string;
  readonly schema: object;
}

interface OwnedField {
  readonly field: string;
  readonly column: string;
  /** Converts a value to a form that can be compared. */
  readonly comparable: (value: unknown) => unknown;
}

const row = z.object({
  id: z.string(),
  isDeleted: z.boolean(),
  isOfOtherKind: z.boolean(),
  values: z.array(z.union([z.string(), z.number(), z.null()])),
});
const asIs = (value: unknown) => value ?? null;
/** Converts a note to the form in which the record is read (OWN-11). */
const asNote = (value: unknown) => (typeof value === 'string' ? cleanNote(value).trim() : null);

/** Finds payouts, loyalty payouts, voids and adjustments created in Wayside. An imported payout has no request hash. */
const FIND_PAYMENTS = defineStatement({
  name: 'find-own-payments',
  text: `
    SELECT id, false AS "isDeleted", false AS "isOfOtherKind", jsonb_build_array(mechanic_id, amount_paise, transaction_id) AS values
    FROM payouts WHERE id = ANY ($1) AND request_hash IS NOT NULL
    UNION ALL SELECT id, false, user_id IS NOT NULL, jsonb_build_array(mechanic_id, amount_paise, transaction_id)
    FROM loyalty_payouts WHERE id = ANY ($1)
    UNION ALL SELECT id, false, true, '[]' FROM payout_voids WHERE id = ANY ($1)
    UNION ALL SELECT id, false, true, '[]' FROM adjustments WHERE id = ANY ($1)`,
  row,
  example: [['f'.repeat(24)]],
});

/** Finds notifications sent from Wayside in the activity log, which also contains deleted ones. */
const FIND_NOTIFICATIONS = defineStatement({
  name: 'find-own-notifications',
  text: `
    SELECT DISTINCT ON (a.entity_id) a.entity_id AS id, n.id IS NULL AS "isDeleted", false AS "isOfOtherKind",
      jsonb_build_array(n.message, n.type, n.user_id, n.mechanic_id) AS values
    FROM activity AS a LEFT JOIN notifications AS n ON n.id = a.entity_id
    WHERE a.entity = 'notification' AND a.action = 'sent' AND a.entity_id = ANY ($1)`,
  row,
  example: [['d'.repeat(24)]],
});

const OWNED: Readonly<Record<string, OwnedCollection | undefined>> = {
  payouts: {
    find: FIND_PAYMENTS,
    fields: [
      { field: 'mechanic', column: 'mechanic_id', comparable: asIs },
      { field: 'amountPaise', column: 'amount_paise', comparable: asIs },
      {
        field: 'transactionId',
        column: 'transaction_id',
        comparable: (value) => (typeof value === 'string' ? transactionKey(value) : ''),
      },
    ],
    reason: 'This payment was made in Wayside.',
    schema: payout,
  },
  notifications: {
    find: FIND_NOTIFICATIONS,
    fields: [
      { field: 'message', column: 'message', comparable: asNote },
      { field: 'type', column: 'type', comparable: asIs },
      { field: 'user', column: 'user_id', comparable: asIs },
      { field: 'mechanic', column: 'mechanic_id', comparable: asIs },
    ],
    reason: 'This notification was made in Wayside.',
    schema: notification,
  },
};

/**
 * Compares records with the payments and notifications that were created in Wayside with the same ids (OWN-01).
 * @returns for each of these, the reason for the rejection, or null if the record changes nothing
 */
export async function compareWithOwn(
  client: pg.ClientBase,
  { collection, columns }: Pick<RecordDefinition, 'collection' | 'columns'>,
  records: readonly Pick<IncomingRecord, 'id' | 'row'>[],
): Promise<ReadonlyMap<string, RejectionReason | null>> {
  const owned = OWNED[collection];
  if (owned === undefined || records.length === 0) return new Map();
  const given = new Map(records.map(({ id, row }) => [id, row]));
  const found = await rowsOf(client, owned.find, [[...given.keys()]]);
  return new Map(found.map((own) => [own.id, rejectionOf(owned, own, given.get(own.id) ?? null, columns)]));
}

function rejectionOf(
  owned: OwnedCollection,
  own: OwnRecord,
  row: Row | null,
  columns: RecordDefinition['columns'],
): RejectionReason | null {
  // Records that were deleted in Wayside are not restored (IMPO-02).
  if (own.isDeleted) return null;
  if (own.isOfOtherKind) return reasonOf(owned, [wireKey(recordHeader, 'id')]);
  if (row === null) return reasonOf(owned, [wireKey(recordHeader, 'isDeleted')]);
  const differing = owned.fields.filter(({ column, comparable }, index) => {
    const position = columns.findIndex(({ name }) => name === column) + 1;
    return comparable(row[position]) !== comparable(own.values[index]);
  });
  const fields = differing.map(({ field }) => wireKey(owned.schema, field));
  return fields.length === 0 ? null : reasonOf(owned, fields);
}

/**
 * Adds the owner to the rejection of an unreadable record whose id belongs to something created in Wayside (OWN-01).
 */
export async function nameOwner<R extends RejectionReason & { readonly id: string | null }>(
  client: pg.ClientBase,
  { collection }: Pick<RecordDefinition, 'collection'>,
  rejections: readonly R[],
): Promise<R[]> {
  const owned = OWNED[collection];
  const ids = rejections.flatMap(({ id, errors }) => (id === null || errors.length === 0 ? [] : [id]));
  if (owned === undefined || ids.length === 0) return [...rejections];
  const found = await rowsOf(client, owned.find, [ids]);
  const ownIds = new Set(found.flatMap(({ id, isDeleted }) => (isDeleted ? [] : [id])));
  return rejections.map((rejection) => {
    const { id, errors } = rejection;
    const isOwn = id !== null && errors.length > 0 && ownIds.has(id);
    return isOwn
      ? {
          ...rejection,
          ...reasonOf(
            owned,
            errors.map(({ field }) => field),
          ),
        }
      : rejection;
  });
}

const reasonOf = ({ reason }: OwnedCollection, fields: readonly string[]): RejectionReason => ({
  reason,
  errors: fields.map((field) => ({ field, message: reason })),
});
