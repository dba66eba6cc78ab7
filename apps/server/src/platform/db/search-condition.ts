import type { Among, Reading, Searched, SearchKind } from './read-search.ts';
import { IS_SAMPLED_PERSON_SQL, IS_SAMPLED_SQL } from './schema/samples.ts';

/** A reading of the search text with the placeholders of its values. */
interface Branch {
  readonly kind: SearchKind;
  readonly parameters: readonly string[];
  readonly first: string;
  readonly second: string;
}

// The expressions that the people indexes use. `foldText` applies the same folding to the search text (FIND-01).
const FOLDED_NAME = 'fold_text(name)';
const FOLDED_EMAIL = 'fold_text(email)';
const PHONE_DIGITS = 'digits_of(phone)';

/** Compares a complete id by equality; searches for a part of an id with LIKE. */
const idCondition =
  ({ kind, first, second }: Branch) =>
  (column: string) =>
    kind === 'key' ? `${column} = ${first}` : `${column} LIKE ${first} AND strpos(${column}, ${second}) > 0`;

/**
 * Returns a SELECT of payments whose normalized transaction id contains the key; the key has no LIKE wildcards. The
 * normalized form of a complete id omits a leading UTR, REF, RRN or TXN; a short part retains it.
 */
const selectPaymentsByKey = (key: string) =>
  `SELECT coalesce(payout_id, loyalty_payout_id) AS id FROM transaction_ids WHERE key LIKE '%' || ${key} || '%'
     OR key LIKE regexp_replace(${key}, '^(utr|ref|rrn|txn)(?=.{3})', '') || '%'`;

/** A name in which a space precedes each word: "Noor-ul-Haq", "J.P. Rao". */
const SPACED_NAME = `translate(' ' || ${FOLDED_NAME}, '-.', '  ')`;

/** Returns the condition for people with such a name; null if the reading is not a name. */
function nameCondition({ kind, parameters }: Branch): string | null {
  const [first, second, third, fourth, fifth] = parameters;
  const name = FOLDED_NAME;
  switch (kind) {
    case 'name':
      return `${name} LIKE ${first}`;
    case 'words':
      // The index finds the two longest words; then all words are compared.
      return `${name} LIKE ${first} AND ${name} LIKE ${second} AND ${SPACED_NAME} LIKE ALL (${third}::text[])`;
    case 'short':
      // The index finds names that contain the longest word as a whole word at any position; then all words are
      // compared.
      return `(${name} LIKE ${first} OR ${name} LIKE ${second} OR ${name} LIKE ${third} OR ${name} LIKE ${fourth})
   AND (' ' || ${name} || ' ') LIKE ALL (${fifth}::text[])`;
    case 'similar':
      // Each word shares a phonetic key with a word of the name.
      return parameters.map((keys) => `name_sounds(${name}) && ${keys}::text[]`).join(' AND ');
    case 'alike':
      return `${name} %> ${first}`;
    default:
      return null;
  }
}

/** The number of matches at which a search stops counting (FIND-04). */
export const MAX_FOUND = 10_000;

/**
 * How matches are read. `all` reads every match; `first` reads at most `MAX_FOUND` and one more per step; `each`
 * checks row by row in the list's order, for a search with many matches.
 */
export type SearchExtent = 'all' | 'first' | 'each';

export interface SearchCondition {
  /** The condition on a row of the list; null if `rows` selects the rows. */
  readonly condition: string | null;
  /** Returns a SELECT of the ids and order values of the matching rows, with the list's other conditions and one more. */
  readonly rows: ((condition?: string) => string) | null;
  readonly steps: readonly SearchStep[];
}

/** A named step of a search: a SELECT that returns at most one row more than the limit. */
export interface SearchStep {
  readonly name: string;
  readonly select: string;
  readonly limit: number;
}

/** The limit for people. A customer has several bookings, so if more people match, `MAX_FOUND` rows are soon found. */
const MAX_PEOPLE = 2_500;

const limitSelect = (select: string, limit: number): string =>
  `SELECT * FROM (${select}) AS matching LIMIT ${limit + 1}`;

/** How to read matches, the value by which they are ordered, and the list's other conditions. */
interface SearchScope {
  readonly extent: SearchExtent;
  readonly listed: string;
  readonly conditions: readonly string[];
}

/**
 * Returns the SQL of a search.
 * @param bind adds a value and returns its placeholder
 */
export function buildSearchCondition(
  searched: Searched & { readonly table: string },
  readings: readonly Reading[],
  bind: (value: unknown) => string,
  { extent, listed, conditions }: SearchScope,
): SearchCondition {
  const { table, callerSearch } = searched;
  const branches = readings.map(({ kind, values }): Branch => {
    const parameters = values.map(bind);
    const [first = '', second = ''] = parameters;
    return { kind, parameters, first, second };
  });
  const steps: SearchStep[] = [];
  // No index matches this condition, so rows are read in the list's order.
  const eachRow = (condition: string) => ({ condition: `coalesce(${condition}, false)`, rows: null, steps });
  if (!callerSearch) {
    const condition = `(${branches.map((branch) => columnCondition(searched, branch)).join(' OR ')})`;
    return extent === 'each' ? eachRow(condition) : { condition, rows: null, steps };
  }
  const among: Among = (column, select, limit = MAX_PEOPLE) => {
    // OFFSET 0 keeps the planner from reading all ids into a hash table.
    if (extent === 'each') return `EXISTS (SELECT FROM (${select}) AS sought WHERE sought.id = ${column} OFFSET 0)`;
    // The planner assumes that an array has few elements, so each step uses an index.
    if (extent === 'all') return `${column} = ANY (ARRAY(${select}))`;
    const name = `sought_${steps.length + 1}`;
    steps.push({ name, select: limitSelect(select, limit), limit });
    return `${column} = ANY (ARRAY(SELECT id FROM ${name}))`;
  };
  const found = branches.flatMap((branch) => callerConditions(searched, branch, among));
  if (extent === 'each') return eachRow(found.join(' OR ') || 'false');
  const selects = (condition?: string) =>
    (found.length === 0 ? ['false'] : found).map(
      (each) =>
        `SELECT id, ${listed} AS listed FROM ${table} WHERE ${[each, ...conditions, condition].filter(Boolean).join(' AND ')}`,
    );
  if (extent === 'all') return { condition: null, rows: (condition) => selects(condition).join(' UNION '), steps };
  const name = `sought_${steps.length + 1}`;
  const select = selects().map((each) => `(${limitSelect(each, MAX_FOUND)})`);
  steps.push({ name, select: limitSelect(select.join(' UNION '), MAX_FOUND), limit: MAX_FOUND });
  return { condition: null, rows: () => `SELECT id, listed FROM ${name}`, steps };
}

/** SQL of a sample of each table's rows, chosen by id and indexed (schema/samples.ts). */
const SAMPLES: Readonly<Record<string, string>> = {
  bookings: IS_SAMPLED_SQL,
  payments: IS_SAMPLED_SQL,
  users: IS_SAMPLED_PERSON_SQL,
};

export interface SampledCondition {
  readonly table: string;
  /** The search condition for rows of the sample. */
  readonly sample: string;
  readonly condition: string;
}

/**
 * Returns the conditions of a search for the samples of the list's table and of customers. Readings that match few
 * rows get none.
 * @param bind adds a value and returns its placeholder
 */
export function buildSampledConditions(
  { table, callerSearch }: Searched & { readonly table: string },
  readings: readonly Reading[],
  bind: (value: unknown) => string,
): SampledCondition[] {
  const found = new Map<string, string[]>();
  for (const { kind, values } of readings) {
    const isOfRows = kind === 'id' || callerSearch === undefined;
    const searched = isOfRows ? table : 'users';
    if (SAMPLES[searched] === undefined) continue;
    // The second value of a phone number is for other columns.
    const parameters = () => (kind === 'phone' ? values.slice(0, 1) : values).map(bind);
    const condition = buildSampledCondition(kind, parameters);
    if (condition !== null) found.set(searched, [...(found.get(searched) ?? []), condition]);
  }
  return [...found].map(([searched, conditions]) => ({
    table: searched,
    sample: SAMPLES[searched] ?? 'false',
    condition: conditions.join(' OR '),
  }));
}

function buildSampledCondition(kind: SearchKind, parametersOf: () => readonly string[]): string | null {
  if (kind === 'key' || kind === 'email' || kind === 'amount' || kind === 'transaction' || kind === 'hidden')
    return null;
  const parameters = parametersOf();
  const [first = '', second = ''] = parameters;
  const branch: Branch = { kind, parameters, first, second };
  if (kind === 'id') return idCondition(branch)('id');
  if (kind === 'digits' || kind === 'phone') return `${PHONE_DIGITS} LIKE ${first}`;
  if (kind === 'text') return `${FOLDED_NAME} LIKE ${first}`;
  return nameCondition(branch);
}

function columnCondition({ searchColumns }: Searched, branch: Branch): string {
  const { kind, first, second } = branch;
  const anyColumn = (compare: (column: string) => string) => `(${searchColumns.map(compare).join(' OR ')})`;
  const anyLike = (pattern: string) => anyColumn((column) => `${column} LIKE ${pattern}`);
  switch (kind) {
    case 'id':
    case 'key':
      return idCondition(branch)('id');
    case 'phone':
      return `(${PHONE_DIGITS} LIKE ${first} OR ${anyLike(second)})`;
    case 'email':
      return `${anyLike(first)} AND ${anyColumn((column) => `strpos(${column}, ${second}) > 0`)}`;
    default:
      return nameCondition(branch) ?? anyLike(first);
  }
}

/** Returns the conditions on a row of the list that one reading finds (BOOK-15). */
function callerConditions(
  { table, callerSearch }: Searched & { readonly table: string },
  branch: Branch,
  among: Among,
): readonly string[] {
  const { kind, first, second } = branch;
  const ofPeople = (people: (people: 'users' | 'mechanics') => string) => [
    among('customer_id', people('users')),
    among('mechanic_id', people('mechanics')),
  ];
  const ofPeopleWhere = (condition: string) =>
    ofPeople((people) => `SELECT id FROM ${people} WHERE record_state = 'full' AND ${condition}`);
  switch (kind) {
    case 'id':
    case 'key':
      return [idCondition(branch)(`${table}.id`), ...(callerSearch?.byIdPart(idCondition(branch), among) ?? [])];
    case 'digits':
      return ofPeopleWhere(`${PHONE_DIGITS} LIKE ${first}`);
    case 'email':
      return ofPeopleWhere(`${FOLDED_EMAIL} LIKE ${first} AND strpos(${FOLDED_EMAIL}, ${second}) > 0`);
    case 'amount':
      return (
        callerSearch?.byAmount((value) => `${value} BETWEEN ${first}::bigint AND ${second}::bigint`, among) ?? []
      );
    case 'transaction':
      return (
        callerSearch?.byTransaction?.(selectPaymentsByKey(first), among) ??
        ofPeople((people) => payeesOf(first)[people])
      );
    default: {
      const condition = nameCondition(branch);
      return condition === null ? [] : ofPeopleWhere(condition);
    }
  }
}

/** Returns SELECTs of the payees of a transaction id. */
const payeesOf = (key: string) => ({
  users: `SELECT payee.id FROM transaction_ids JOIN loyalty_payouts AS paid ON paid.id = loyalty_payout_id
    JOIN users AS payee ON payee.id = paid.user_id WHERE key = ${key} AND payee.record_state = 'full'`,
  mechanics: `SELECT payee.id FROM transaction_ids LEFT JOIN loyalty_payouts AS loyalty ON loyalty.id = loyalty_payout_id
    LEFT JOIN payouts AS paid ON paid.id = payout_id
    JOIN mechanics AS payee ON payee.id = coalesce(paid.mechanic_id, loyalty.mechanic_id) WHERE key = ${key} AND payee.record_state = 'full'`,
});
