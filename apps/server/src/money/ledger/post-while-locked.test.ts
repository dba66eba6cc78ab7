import pino from 'pino';
import { expect, it } from 'vitest';
import { connectDatabase } from '../../platform/db/database.ts';
import { isLockTimeout } from '../../platform/db/database-errors.ts';
import { ledgerUnderTest } from '../../testing/ledger-under-test.ts';
import { lockLedger, postPendingEntries } from './post-entries.ts';

const ledger = ledgerUnderTest();
const ATTEMPTS = 3;

it('[OPER-02] a posting that waits for the ledger lock gives up, leaves no database backend behind, and posts once the lock is free', async () => {
  const { database } = ledger.test;
  await ledger.records.payment(ledger.newId(), { mechanic_id: ledger.mechanic, amount_paise: 10_000 });
  const poster = connectDatabase(database.pool.options.connectionString ?? '', {
    max: 2,
    log: pino({ level: 'silent' }),
    statementTimeoutMs: 200,
  });
  try {
    await database.transaction(async (client) => {
      await lockLedger(client);
      for (let attempt = 0; attempt < ATTEMPTS; attempt += 1)
        await expect(postPendingEntries(poster)).rejects.toSatisfy(isLockTimeout);
      const { rows } = await client.query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      );
      expect(rows).toEqual([]);
    });
    expect(await postPendingEntries(database)).toBe(1);
  } finally {
    await poster.close();
  }
});
