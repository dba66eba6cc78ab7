import type { Database } from './database.ts';
import { buildListQuery } from './list-query.ts';
import type { ListInput, ListShape } from './list-shape.ts';
import { readSearch } from './read-search.ts';
import { buildSampledConditions, MAX_FOUND } from './search-condition.ts';

/** The size of a sample and how many of its rows match. */
export interface Sampled {
  readonly matching: number;
  readonly rows: number;
}

/** Only one count in 30,000 is this many standard deviations too high. */
const DEVIATIONS = 4;

/** Returns a lower bound, estimated from the sample, for the share of all rows that match. */
const minShare = ({ matching, rows }: Sampled): number =>
  rows === 0 ? 0 : Math.max(0, matching - DEVIATIONS * Math.sqrt(matching)) / rows;

/**
 * Checks whether more than `MAX_FOUND` rows match by their own ids or by their people; the two are independent of
 * each other.
 */
export function exceedsMaxFound(samples: readonly Sampled[], all: number): boolean {
  const others = samples.reduce((share, sampled) => share * (1 - minShare(sampled)), 1);
  return (1 - others) * all > MAX_FOUND;
}

interface Row {
  readonly all: number;
  readonly samples: readonly Sampled[];
}

/**
 * Checks whether a search is almost certain to match more than `MAX_FOUND` rows (FIND-04). If so, the rows of a page
 * are read in the list's order without collecting the other matches. A partial index contains the rows of each
 * sample, which are chosen by id, so this takes a few milliseconds even with millions of rows. It assumes that a
 * person's number of bookings and payments does not depend on the name.
 */
export async function matchesMany(database: Database, shape: ListShape, input: ListInput): Promise<boolean> {
  const { search, similar: _, ...filters } = input;
  const query = buildListQuery(shape, { ...filters, search: null, sort: null });
  // No counter holds the number of rows under these filters.
  if (search === null || query.materializesMatches) return false;
  const { readings } = readSearch(shape, search, input.hidesTransactions);
  const samples = buildSampledConditions(shape, readings, query.bind);
  if (samples.length === 0) return false;
  const counts = samples.map(
    ({ table, sample, condition }) =>
      `(SELECT json_build_object('matching', count(*) FILTER (WHERE ${condition}), 'rows', count(*)) FROM ${table} WHERE ${sample})`,
  );
  const name = `${shape.name}-width-${query.name}-${readings.map(({ kind }) => kind.slice(0, 2)).join('')}`;
  const text = `SELECT (${query.countedRows})::float8 AS all, json_build_array(${counts.join(', ')}) AS samples`;
  const [found] = await database.rows<Row>({ name, text }, query.values);
  return found !== undefined && exceedsMaxFound(found.samples, found.all);
}
