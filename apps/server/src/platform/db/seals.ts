import { createHmac } from 'node:crypto';
import type { ActivityAction, ActivityEntity } from '@wayside/contract/activity';
import type pg from 'pg';
import { z } from 'zod';
import type { ChainKey } from './chain-links.ts';

/** An entry that decides on records. */
interface DecidingEntry {
  readonly action: string;
  readonly entity: string;
  readonly entityId: string | null;
  readonly changes?: readonly { readonly field: string; readonly after: unknown }[];
  readonly decides?: readonly SealedRecord[];
}

/** The sealed columns of a table (OWN-05). All strings are SQL. */
interface SealedKind {
  /** The name in reported issues: "payment run". */
  readonly noun: string;
  /** The FROM clause of the records; `r` is the row. */
  readonly from: string;
  /** The id as text. */
  readonly id: string;
  /** The sealed values as text. A new column must be null in older rows or omitted; otherwise their seals break. */
  readonly facts: string;
  /** Free text that an erasure removes; the entry keeps it as its note. */
  readonly reason?: string;
  /** The condition for the records that must have a seal; by default all must. */
  readonly needsSeal?: string;
  /** Whether a sealed record may disappear, because another kind proves that it exists. */
  readonly mayBeAbsent?: boolean;
  /** The id of the record that an entry decides on. */
  decidedBy(this: void, entry: DecidingEntry): string | null;
}

const factsWithoutSql = (...columns: readonly string[]) => `sealed_facts(r, '{${columns.join(',')}}')`;
const factsOfSql = (...columns: readonly string[]) => `sealed_facts(r, '{}', '{${columns.join(',')}}')`;
/** A digest of the sealed values of many rows. */
const digestSql = (facts: string, from: string, order: string) =>
  `encode(sha256(coalesce((SELECT string_agg(sha256(convert_to(${facts}, 'UTF8')), ''::bytea ORDER BY ${order}) FROM ${from}), '')), 'hex')`;

const isOneOf = (action: string, actions: readonly string[]): boolean => actions.includes(action);

const selectEntityId =
  (entity: ActivityEntity, ...actions: readonly ActivityAction[]) =>
  (entry: DecidingEntry): string | null =>
    entry.entity === entity && (actions.length === 0 || isOneOf(entry.action, actions)) ? entry.entityId : null;

const selectFieldValue =
  (name: string, ...actions: readonly ActivityAction[]) =>
  (entry: DecidingEntry): string | null => {
    if (!isOneOf(entry.action, actions)) return null;
    const found = entry.changes?.find((change) => change.field === name)?.after;
    return typeof found === 'string' ? found : null;
  };

const RUN_STEPS = ['created', 'approved', 'rejected', 'cancelled', 'lapsed', 'file_made', 'finished'] as const;
/** A key older than the activity log's `service_key` entries has no seal until the program is started again. */
const KEY_IS_UNLOGGED = `NOT EXISTS (
      SELECT FROM activity AS made WHERE made.entity = 'service_key' AND made.entity_id = r.id AND made.action = 'created')`;
const RUN_ROW_FACTS = ['run_id', 'position', 'reference', 'mechanic_id', 'amount_paise', 'mode'];

/**
 * The sealed kinds. Values that never change after creation form a separate kind that only the creating entry seals,
 * because a later entry seals the current values and must not confirm a forged amount.
 */
export const SEALED_KINDS = {
  approval_request: {
    noun: 'approval',
    from: 'approvals AS r',
    id: 'r.id',
    facts: factsOfSql(
      // Omits the method, which can change when the payment is recorded.
      ...['kind', 'user_id', 'mechanic_id', 'amount_paise', 'cause', 'requested_by', 'requested_at'],
    ),
    reason: 'r.note',
    decidedBy: selectEntityId('approval', 'requested'),
  },
  approval: {
    noun: 'approval',
    from: 'approvals AS r',
    id: 'r.id',
    facts: factsWithoutSql('reason', 'note'),
    // The entry of a request holds its note; the entry of a decision holds its reason.
    reason: "CASE WHEN r.state = 'waiting' AND r.approved_by IS NULL THEN r.note ELSE r.reason END",
    decidedBy: selectEntityId('approval'),
  },
  new_payment_run: {
    noun: 'payment run',
    from: 'payment_runs AS r',
    id: 'r.id',
    facts: `${factsOfSql(
      ...['number', 'profile', 'definition', 'row_count', 'total_paise', 'created_by', 'created_at'],
      ...['request_key', 'request_hash', 'lapses_at'],
    )} || ${digestSql(
      `sealed_facts(p, '{}', '{${[...RUN_ROW_FACTS, 'destination', 'destination_digest'].join(',')}}')`,
      'payment_run_rows AS p WHERE p.run_id = r.id',
      'p.position',
    )}`,
    decidedBy: selectEntityId('payment_run', 'created'),
  },
  payment_run: {
    noun: 'payment run',
    from: 'payment_runs AS r',
    id: 'r.id',
    // The debit account is authenticated by its encryption.
    facts: factsWithoutSql('reason', 'debit_account'),
    reason: 'r.reason',
    decidedBy: selectEntityId('payment_run', ...RUN_STEPS),
  },
  run_row: {
    noun: 'amount',
    from: 'payment_run_rows AS r JOIN payment_runs AS p ON p.id = r.run_id',
    id: 'r.reference',
    facts: factsWithoutSql('reason', 'changed_at'),
    reason: 'r.reason',
    // A row needs no seal if its state follows from the state of the run.
    needsSeal: `r.reason IS NOT NULL OR r.payout_id IS NOT NULL OR r.transaction_id IS NOT NULL OR r.state <> CASE
      WHEN p.state IN ('waiting', 'ready') THEN 'reserved' WHEN p.state IN ('sent', 'finished') THEN 'sent' ELSE 'removed' END`,
    decidedBy: selectFieldValue('reference', 'paid', 'payment_failed', 'removed_from_run'),
  },
  payout: {
    noun: 'payout',
    // Imported payouts have no request hash; their source may change them.
    from: 'payouts AS r WHERE r.request_hash IS NOT NULL',
    id: 'r.id',
    facts: factsWithoutSql('transaction_key', 'listed_at'),
    decidedBy: selectFieldValue('payoutId', 'paid'),
  },
  loyalty_payout: {
    noun: 'loyalty payout',
    from: 'loyalty_payouts AS r',
    id: 'r.id',
    facts: factsWithoutSql('transaction_key', 'listed_at'),
    decidedBy: selectFieldValue('loyaltyPayoutId', 'paid'),
  },
  void: {
    noun: 'void',
    from: 'payout_voids AS r',
    id: 'r.id',
    facts: factsWithoutSql('reason', 'transaction_key', 'listed_at'),
    reason: 'r.reason',
    decidedBy: selectFieldValue('voidId', 'voided'),
  },
  adjustment: {
    noun: 'adjustment',
    from: 'adjustments AS r',
    id: 'r.id',
    facts: factsWithoutSql('reason'),
    reason: 'r.reason',
    decidedBy: selectFieldValue('adjustmentId', 'adjusted'),
  },
  refund_request: {
    noun: 'refund',
    from: 'refunds AS r',
    id: 'r.id',
    facts: factsOfSql(
      ...[
        'payment_id',
        'mechanic_id',
        'kind',
        'amount_paise',
        'due_at',
        'is_after_refund',
        'requested_by',
        'requested_at',
        'request_key',
        'lapses_at',
      ],
    ),
    reason: 'r.reason',
    // Refunds by the marketplace were not requested in Wayside.
    needsSeal: 'r.requested_by IS NOT NULL',
    decidedBy: selectEntityId('refund', 'requested', 'opened'),
  },
  refund: {
    noun: 'refund',
    from: 'refunds AS r',
    id: 'r.id',
    facts: factsWithoutSql('reason', 'outcome_reason'),
    // The entry of a request holds its reason; the entry of a decision holds the reason for the outcome.
    reason: 'CASE WHEN r.approved_at IS NULL AND r.decided_at IS NULL THEN r.reason ELSE r.outcome_reason END',
    decidedBy: selectEntityId('refund'),
  },
  settlement_file: {
    noun: 'settlement file',
    from: 'settlement_files AS r',
    id: 'r.id',
    facts: factsWithoutSql('matched_at'),
    decidedBy: selectEntityId('settlement_file', 'created', 'read_again'),
  },
  write_off_request: {
    noun: 'write-off of settlement line',
    from: 'settlement_lines AS r WHERE r.requested_by IS NOT NULL',
    id: 'r.id::text',
    facts: factsOfSql('requested_by', 'requested_at', 'requested_paise'),
    reason: 'r.request_reason',
    // The request is removed when its line is matched.
    mayBeAbsent: true,
    decidedBy: selectEntityId('settlement_line', 'requested'),
  },
  settlement_resolution: {
    noun: 'resolution of settlement line',
    // Links are not sealed: they end when the payment is deleted, and they follow from the amounts. A resolution that
    // was undone does not count.
    from: "settlement_lines AS r WHERE r.resolution IN ('written_off', 'ignored')",
    id: 'r.id::text',
    facts: factsOfSql(
      ...['file_id', 'line', 'source', 'type', 'amount_paise', 'state', 'resolution', 'resolved_by', 'resolved_at'],
      ...['written_off_paise', 'requested_by', 'requested_at', 'requested_paise', 'approved_by'],
    ),
    reason: 'r.reason',
    decidedBy: selectEntityId('settlement_line', 'written_off', 'ignored', 'approved', 'reopened'),
  },
  close: {
    noun: 'close',
    from: 'closes AS r',
    id: 'r.number::text',
    facts: factsWithoutSql(),
    decidedBy: () => null,
  },
  admin_role: {
    noun: 'the role of administrator',
    from: 'admins AS r',
    id: 'r.id',
    facts: factsOfSql('email', 'email_key', 'role'),
    decidedBy: selectEntityId('admin', 'created', 'invited', 'role_changed'),
  },
  admin_state: {
    noun: 'the suspension of administrator',
    from: 'admins AS r',
    id: 'r.id',
    facts: factsOfSql('suspended_at'),
    decidedBy: selectEntityId('admin', 'created', 'invited', 'suspended', 'reactivated'),
  },
  admin_password: {
    noun: 'the password of administrator',
    from: 'admins AS r',
    id: 'r.id',
    facts: factsOfSql('password_hash'),
    decidedBy: selectEntityId('admin', 'created', 'invited', 'password_set'),
  },
  admin_identity: {
    noun: 'the identity of administrator',
    from: 'admin_identities AS r',
    id: 'r.id',
    facts: factsOfSql('admin_id', 'issuer', 'subject', 'created_at'),
    decidedBy: selectFieldValue('identityId', 'single_sign_on_connected'),
  },
  service_key: {
    noun: 'service key',
    from: 'service_keys AS r',
    id: 'r.id',
    facts: factsOfSql('name', 'key_hash', 'prefix', 'scopes', 'created_at', 'created_by', 'expires_at'),
    needsSeal: KEY_IS_UNLOGGED,
    decidedBy: selectEntityId('service_key', 'created'),
  },
  service_key_state: {
    noun: 'the revocation of service key',
    from: 'service_keys AS r',
    id: 'r.id',
    facts: factsOfSql('revoked_at', 'revoked_by'),
    needsSeal: KEY_IS_UNLOGGED,
    decidedBy: selectEntityId('service_key', 'created', 'revoked'),
  },
  ledger_account: {
    noun: 'account',
    from: 'ledger_accounts AS r',
    id: 'r.id',
    facts: factsWithoutSql(),
    decidedBy: selectEntityId('ledger_account'),
  },
  configuration: {
    noun: 'the rates of configuration',
    from: 'configurations AS r',
    id: 'r.id',
    facts: digestSql("sealed_facts(v, '{}')", 'configuration_versions AS v', 'v.number'),
    needsSeal: 'EXISTS (SELECT FROM configuration_versions WHERE NOT is_from_source)',
    // The first configuration of a source replaces the demo's configuration.
    mayBeAbsent: true,
    decidedBy: selectEntityId('configuration'),
  },
  bank_answer: {
    noun: 'result file',
    from: 'bank_answers AS r',
    id: 'r.id',
    facts: factsOfSql('profile', 'definition', 'name', 'hash', 'total', 'uploaded_at'),
    decidedBy: selectEntityId('bank_answer', 'created'),
  },
  read_bank_answer: {
    noun: 'result file',
    from: "bank_answers AS r WHERE r.state <> 'reading'",
    id: 'r.id',
    facts: `${factsWithoutSql('touched_at')} || ${digestSql(
      "sealed_facts(i, '{}')",
      'bank_answer_issues AS i WHERE i.answer_id = r.id',
      'i.id',
    )}`,
    mayBeAbsent: true,
    decidedBy: selectEntityId('bank_answer', 'finished', 'stopped'),
  },
} as const satisfies Record<string, SealedKind>;

export type SealedKindName = keyof typeof SEALED_KINDS;

export interface SealedRecord {
  readonly kind: SealedKindName;
  readonly id: string;
}

export const sealedKinds: readonly (readonly [SealedKindName, SealedKind])[] = Object.entries(SEALED_KINDS).map(
  ([name, kind]) => [name as SealedKindName, kind],
);

export const decidedBy = (entry: DecidingEntry): SealedRecord[] => [
  ...sealedKinds.flatMap(([kind, { decidedBy: find }]) => {
    const id = find(entry);
    return id === null ? [] : [{ kind, id }];
  }),
  ...(entry.decides ?? []),
];

/**
 * The seals of an entry: the key's id, and for each kind and id a seal, or null if the record is missing. Entries of
 * older releases have none.
 */
export type Seals = Readonly<Record<string, string | Readonly<Record<string, string | null>>>>;

const factsRows = z.array(z.object({ id: z.string(), facts: z.string() }));
const READ_FACTS = new Map(
  sealedKinds.map(([name, { from, id, facts }]) => [
    name,
    `SELECT ${id} AS id, ${facts} AS facts FROM ${from} ${from.includes(' WHERE ') ? 'AND' : 'WHERE'} ${id} = ANY ($1)`,
  ]),
);

/** Returns the seal of a record. Without the key, no seal can be made for other values (OWN-05). */
export function sealOf({ id: keyId, key }: ChainKey, { kind, id }: SealedRecord, facts: string): string {
  const text = ['wayside seal', kind, id, keyId, facts].join('\n');
  return createHmac('sha256', key).update(text).digest('base64');
}

export async function sealRecords(client: pg.ClientBase, records: readonly SealedRecord[]): Promise<Seals> {
  const key = client.chainKey?.();
  if (key === undefined) throw new Error('this connection has no key for the seals');
  const seals: Record<string, string | Record<string, string | null>> = { key: key.id };
  for (const [kind] of sealedKinds) {
    const ids = records.filter((record) => record.kind === kind).map(({ id }) => id);
    if (ids.length > 0) seals[kind] = await sealKind(client, key, kind, ids);
  }
  return seals;
}

async function sealKind(client: pg.ClientBase, key: ChainKey, kind: SealedKindName, ids: readonly string[]) {
  const text = READ_FACTS.get(kind);
  if (text === undefined) throw new Error(`no entry seals ${kind}`);
  const { rows } = await client.query({ name: `facts-of-${kind}`, text, values: [ids] });
  const sealed: Record<string, string | null> = Object.fromEntries(ids.map((id) => [id, null]));
  for (const { id, facts } of factsRows.parse(rows)) sealed[id] = sealOf(key, { kind, id }, facts);
  return sealed;
}

/**
 * Returns the seals of new entries, in order. If several entries decide on a record, only the last one gets its seal.
 * @param client of the transaction that changed the records
 */
export async function sealsOf(client: pg.ClientBase, entries: readonly DecidingEntry[]): Promise<Seals[]> {
  const last = new Map<string, number>();
  const decided = entries.map(decidedBy);
  const keyOf = ({ kind, id }: SealedRecord) => `${kind} ${id}`;
  for (const [index, records] of decided.entries()) for (const record of records) last.set(keyOf(record), index);
  if (last.size === 0) return entries.map(() => ({}));
  const all = await sealRecords(client, decided.flat());
  return decided.map((records, index) => {
    const seals: Record<string, string | Record<string, string | null>> = {};
    for (const record of records) {
      const ofKind = all[record.kind];
      if (last.get(keyOf(record)) !== index || typeof ofKind !== 'object') continue;
      const own = seals[record.kind];
      seals[record.kind] = { ...(typeof own === 'object' ? own : {}), [record.id]: ofKind[record.id] ?? null };
    }
    return Object.keys(seals).length === 0 ? seals : { key: all['key'] ?? '', ...seals };
  });
}
