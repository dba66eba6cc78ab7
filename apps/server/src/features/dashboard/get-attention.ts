import type { AttentionItem, AttentionKind } from '@wayside/contract/attention';
import { roleMay } from '@wayside/contract/roles';
import type { Permission } from '@wayside/contract/wire/permissions';
import type { AppContext, Session } from '../../context.ts';
import type { Database } from '../../platform/db/database.ts';
import { ATTENTION, OLDEST_PAYOUT_DUE } from './attention-statement.ts';

/** What one must be allowed to read to be told of a kind. */
const READING: Partial<Record<AttentionKind, Permission>> = {
  payouts_due: 'payouts:read',
  approvals: 'money:move',
  payments_to_record: 'money:move',
  disagreeing_payments: 'payments:read',
  failed_notifications: 'notifications:manage',
  failing_endpoints: 'integrations:manage',
};

/** It reads two index entries of every mechanic who is owed something, and changes by days while they are as many. */
const DUE_SINCE_LIFE_MS = 60_000;
const dueSince = new WeakMap<
  Database,
  { readonly readAtMs: number; readonly count: number; readonly at: Promise<Date | null> }
>();

function oldestPayoutDue({ database, now }: AppContext, count: number): Promise<Date | null> {
  const nowMs = now().getTime();
  const known = dueSince.get(database);
  if (known?.count === count && Math.abs(nowMs - known.readAtMs) < DUE_SINCE_LIFE_MS) return known.at;
  const at = database.rows(OLDEST_PAYOUT_DUE, []).then(([found]) => found?.at ?? null);
  dueSince.set(database, { readAtMs: nowMs, count, at });
  at.catch(() => dueSince.delete(database));
  return at;
}

/** What needs somebody now, the oldest first; a kind without any is left out (WORK-01). */
export async function getAttention(context: AppContext, { admin }: Session): Promise<AttentionItem[]> {
  const rows = await context.database.rows(ATTENTION, [context.now()]);
  const shown = rows.filter(({ kind, count }) => {
    const permission = READING[kind as AttentionKind];
    return count > 0 && (permission === undefined || roleMay(admin.role, permission));
  });
  const dated = await Promise.all(
    shown.map(async (item) => ({
      ...item,
      oldestAt: item.kind === 'payouts_due' ? await oldestPayoutDue(context, item.count) : item.oldestAt,
    })),
  );
  const timeOf = (at: Date | null) => at?.getTime() ?? Number.POSITIVE_INFINITY;
  return dated
    .toSorted((one, other) => timeOf(one.oldestAt) - timeOf(other.oldestAt))
    .map(({ oldestAt, ...item }) => ({ ...item, oldestAt: oldestAt?.toISOString() ?? null }));
}
