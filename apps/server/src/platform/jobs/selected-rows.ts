import { MAX_ROWS_OF_JOB } from '@wayside/contract/jobs';
import { badRequest } from '../../api-error.ts';
import type { ListFilters, ListShape } from '../db/list-shape.ts';
import { listQuery } from '../db/page-statement.ts';

/** Rows that were marked one by one, or all that the filters of a list leave. */
export interface Selected {
  readonly ids: readonly string[] | null;
  readonly all: boolean;
  readonly shape: ListShape;
  readonly listed: ListFilters;
}

interface SelectedRows {
  /** A SELECT of `id` and of `position`, from 1. */
  readonly text: string;
  /** Its parameters, from $1. */
  readonly values: readonly unknown[];
}

const RECORD_ID = /^[0-9a-f]{24}$/;

/** The rows in the order of the list, one more than a job takes at most (VIEW-07). @throws 400 where they are not named by one of both */
export function selectedRows({ ids, all, shape, listed }: Selected): SelectedRows {
  if ((ids !== null) === all) throw badRequest([{ field: 'ids', message: 'must be there, unless `all` is true' }]);
  if (ids !== null) {
    if (!ids.every((id) => RECORD_ID.test(id)))
      throw badRequest([{ field: 'ids', message: 'must be ids of records' }]);
    return {
      text: 'SELECT id, position::int FROM unnest($1::text[]) WITH ORDINALITY AS given (id, position)',
      values: [ids],
    };
  }
  const { bind, filteredRows, values } = listQuery(shape, listed);
  return {
    text: `SELECT id, row_number() OVER (ORDER BY listed DESC, id DESC)::int AS position
      FROM (${filteredRows()}) AS matching ORDER BY listed DESC, id DESC LIMIT ${bind(MAX_ROWS_OF_JOB + 1)}`,
    values,
  };
}
