type Json = Record<string, unknown>;

/** A page as the stranger cuts it: numbers as text, a page beyond the last empty. */
export function pageOf(records: readonly unknown[], query: Readonly<Record<string, string>>) {
  const [page, limit] = [Number(query['page'] ?? 1), Number(query['limit'] ?? 10)];
  return {
    data: records.slice((page - 1) * limit, page * limit),
    total: String(records.length),
    totalPages: String(Math.ceil(records.length / limit)),
    currentPage: String(page),
  };
}

/** The record with this id; the stranger's ids are text or numbers. */
export function findById(records: readonly unknown[], id: string): Json | undefined {
  return records.find((record): record is Json => isRecord(record) && String(record['_id']) === id);
}

/** Takes a record out of its list. */
export function removeById(records: unknown[], id: string): boolean {
  const place = records.indexOf(findById(records, id));
  if (place >= 0) records.splice(place, 1);
  return place >= 0;
}

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null;
}
