import * as z from 'zod/mini';
import { list } from './fields.ts';
import { type ReadRows, readRows } from './rows.ts';
import { encoderOf, type Wire, withFastEncoder, withLenientDecoder } from './wire.ts';
import { success } from './wire-object.ts';

/** {status, data: [...]} with all records. The lenient decoder also accepts a bare list (API-15). */
export function wholeList<T>(record: Wire<T>): Wire<ReadRows<T>> {
  return lenientList(success({ rows: list(record) }, { rows: 'data' }), list(record));
}

/** A bare list, as for slots (API-11). The lenient decoder also accepts {data: [...]}. */
export function bareList<T>(record: Wire<T>): Wire<ReadRows<T>> {
  const rows = list(record);
  const encode = encoderOf(rows);
  const schema = z.codec(z.array(record), z.custom<ReadRows<T>>(), {
    decode: (value) => ({ rows: value as T[] }),
    encode: (value) => (value as ReadRows<T>).rows as never,
  }) as Wire<ReadRows<T>>;
  return lenientList(
    withFastEncoder(schema, (value) => encode(value.rows)),
    rows,
  );
}

function lenientList<T>(schema: Wire<ReadRows<T>>, rows: Wire<T[]>): Wire<ReadRows<T>> {
  return withLenientDecoder<ReadRows<T>, Wire<ReadRows<T>>>(schema, (value, path, report) => {
    if (typeof value !== 'object' || value === null) {
      report(path, 'is not an answer');
      return undefined;
    }
    return readRows(rows, Array.isArray(value) ? value : (value as Record<string, unknown>)['data'], report);
  });
}
