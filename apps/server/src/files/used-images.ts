/** Every column that refers to images; those of ours begin with /files/. A test compares it with the schema. */
export const IMAGE_COLUMNS: readonly (readonly [table: string, column: string])[] = [
  ['sos_services', 'image'],
  ['services', 'image'],
  ['parts', 'image'],
  ['vehicle_models', 'image'],
  ['mechanics', 'profile_photo'],
  ['mechanics', 'aadhaar_card'],
  ['mechanics', 'shop_photo'],
  ['payments', 'screenshot'],
];

/** A query for the references that records hold now. */
export const USED_REFERENCES = IMAGE_COLUMNS.map(
  ([table, column]) => `SELECT ${column} FROM ${table} WHERE ${column} LIKE '/files/%'`,
).join(' UNION ALL ');
