/** A person as other records carry them, in JSON, from a table or its alias; null where there is none. */
export const personJson = (table: string): string =>
  `CASE WHEN ${table}.id IS NULL THEN NULL ELSE
     json_build_object('id', ${table}.id, 'name', ${table}.name, 'phone', ${table}.phone, 'email', ${table}.email) END`;
