import { type LedgerEntry, ledgerEntry } from '@wayside/contract/payouts-ledger';
import { completeRecord } from '@wayside/contract/wire/wire-object';
import { newRecordId } from './record-id.ts';

/** Creates the ledger entry of a ₹1,000 earning that was paid online, less ₹100 commission and ₹10 fees. */
export function aLedgerEntry(mechanicId: string, fields: Partial<LedgerEntry> = {}): LedgerEntry {
  return completeRecord(ledgerEntry, {
    id: newRecordId(),
    kind: 'earning',
    mechanicId,
    method: 'online',
    occurredAt: '2026-03-05T05:00:00.000Z',
    recordedAt: '2026-03-05T05:00:00.000Z',
    grossPaise: 100_000,
    commissionPaise: 10_000,
    platformFeePaise: 1_000,
    netPaise: 89_000,
    paidOutPaise: 0,
    balancePaise: 89_000,
    isStated: false,
    isVoided: false,
    ...fields,
  });
}

/** Creates the ledger entry of a ₹100 payout by bank transfer. */
export const aPayoutEntry = (mechanicId: string, fields: Partial<LedgerEntry> = {}): LedgerEntry =>
  aLedgerEntry(mechanicId, {
    kind: 'payout',
    transactionId: 'SBIN526066000001',
    method: 'bank_transfer',
    occurredAt: '2026-03-07T05:00:00.000Z',
    ...{ grossPaise: 0, commissionPaise: 0, platformFeePaise: 0, netPaise: 0 },
    paidOutPaise: 10_000,
    balancePaise: -10_000,
    ...fields,
  });
