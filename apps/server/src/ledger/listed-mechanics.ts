/** Which mechanics stand in the list of payouts: those who are here, and others while something is owed (MECH-13). */
export const IS_LISTED = "(m.record_state = 'full' OR coalesce(s.balance_paise, 0) <> 0)";

/** Mechanics as `m` with what their rows sum to as `s`. */
export const MECHANICS_WITH_SUMS = 'mechanics AS m LEFT JOIN mechanic_balances AS s ON s.mechanic_id = m.id';
