/** SQL of a sample of 1 in 512 rows, chosen by their ids. */
export const IS_SAMPLED_SQL = "record_state = 'full' AND hashtextextended(id, 0) % 512 = 0";

/** SQL of a sample of 1 in 64 people whose name and phone number fit into an index. */
export const IS_SAMPLED_PERSON_SQL =
  "record_state = 'full' AND hashtextextended(id, 0) % 64 = 0 AND coalesce(octet_length(name), 0) < 150 AND coalesce(octet_length(phone), 0) < 100";
