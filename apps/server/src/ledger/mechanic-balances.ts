/** Mechanics as `m`, each with the sums of their ledger entries as `s` where there are entries. */
export const MECHANICS_WITH_BALANCES = 'mechanics AS m LEFT JOIN mechanic_balances AS s ON s.mechanic_id = m.id';

/** The mechanics that payouts list: full records, and others while their balance is not 0 (MECH-13). */
export const IS_LISTED = "(m.record_state = 'full' OR coalesce(s.balance_paise, 0) <> 0)";
