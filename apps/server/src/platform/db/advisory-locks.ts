/** The numbers of the advisory locks. Those of the shards of counters are (72110, shard), see free_counter_shard(). */
export const advisoryLocks = {
  migration: 7_211_001,
  /** Import and demo data, which first check whether the database is empty: one at a time. */
  filling: 7_211_002,
  /** Posting ledger entries and paying from a balance: one transaction at a time. */
  ledger: 7_211_003,
  imageSweep: 7_211_004,
  /** Making service keys: one at a time, so that no third valid one gets a name. */
  serviceKeys: 7_211_007,
  /** Changing the team: one at a time, so that an owner is left. */
  team: 7_211_008,
  /** Changing the data key: one change at a time, so that no key is lost. */
  dataKey: 7_211_009,
  /** Changing saved views: one at a time, so that names stay unique and limits hold. */
  savedViews: 7_211_010,
  /** Closing days: it waits for the transactions that append wallet entries, which share the lock (CLOS-01). */
  closes: 7_211_011,
  /** Storing positions of mechanics, and removing old ones and those of somebody who is erased (ROAD-04, PRIV-06). */
  positions: 7_211_012,
  /** Adding the form in which transaction ids are compared, at the start after an upgrade (OWN-03). */
  transactionKeys: 7_211_013,
  /** Changing the code of an account of the journal (`require_free_account_code.sql`): one at a time, so that codes stay unique. */
  accountCodes: 7_211_014,
} as const;

/** The first of the two numbers of the lock of a collection; the second is its place among the collections. */
export const collectionLock = 72_111;
