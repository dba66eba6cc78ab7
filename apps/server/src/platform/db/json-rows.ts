/** An SQL expression of the rows of a SELECT as a JSON list of objects, in its order: [] without rows. */
export const jsonRows = (select: string): string =>
  `(SELECT coalesce(json_agg(listed), '[]') FROM (${select}) AS listed)`;
