/** The numbers of PostgreSQL's advisory locks, each once; that of the counters' shards (72110, shard) stands in its migration. */
export const advisoryLocks = {
  migration: 7_211_001,
  /** Import and demo data, which look whether anything is there: one at a time. */
  filling: 7_211_002,
  /** Whoever posts ledger entries or pays from a balance: one transaction at a time. */
  ledger: 7_211_003,
  imageSweep: 7_211_004,
  jobQueue: 7_211_006,
} as const;
