/** Returns the SQL for the rows of a SELECT as a JSON list of objects, in order. */
export const jsonRows = (select: string): string =>
  `(SELECT coalesce(json_agg(listed), '[]') FROM (${select}) AS listed)`;
