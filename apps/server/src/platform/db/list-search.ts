import type { Reading, Searched, SearchKind } from './read-search.ts';

/** A reading of a text with its parameters. */
interface Branch {
  readonly kind: SearchKind;
  readonly parameters: readonly string[];
  readonly first: string;
  readonly second: string;
  readonly third: string;
  readonly fourth: string;
  readonly fifth: string;
}

// The expressions of the index on people; texts are compared as `foldText` makes them (FIND-01).
const NAME = 'fold_text(name)';
const EMAIL = 'fold_text(email)';
const PHONE = 'digits_of(phone)';

/** A condition in SQL. */
interface Condition {
  readonly condition: string;
  /** It names the ids of the rows, which are few. */
  readonly isByIds: boolean;
}

/** A whole id is compared, so that the key of the table finds it; a part of one is searched for. */
const hasId =
  ({ kind, first, second }: Branch) =>
  (column: string) =>
    kind === 'key' ? `${column} = ${first}` : `${column} LIKE ${first} AND strpos(${column}, ${second}) > 0`;
/**
 * The payments with a part of a transaction id, in the form in which ids are compared: it has no symbol of a pattern. The form of a
 * complete id has no UTR, REF, RRN or TXN at its beginning, of which a short part keeps it.
 */
const paidUnder = (key: string) =>
  `SELECT coalesce(payout_id, loyalty_payout_id) FROM transaction_ids WHERE key LIKE '%' || ${key} || '%'
     OR key LIKE regexp_replace(${key}, '^(utr|ref|rrn|txn)(?=.{3})', '') || '%'`;
/** The two longest words read the index, all are compared. */
const hasWords = ({ first, second, third }: Branch) =>
  `${NAME} LIKE ${first} AND ${NAME} LIKE ${second} AND (' ' || ${NAME}) LIKE ALL (${third}::text[])`;

/** The longest word reads the index as a whole word at each place of a name, all are compared. */
const hasShortWords = ({ first, second, third, fourth, fifth }: Branch) =>
  `(${NAME} LIKE ${first} OR ${NAME} LIKE ${second} OR ${NAME} LIKE ${third} OR ${NAME} LIKE ${fourth})
   AND (' ' || ${NAME} || ' ') LIKE ALL (${fifth}::text[])`;

/** Each word has one of the keys of a word of the name. */
const soundsAlike = ({ parameters }: Branch) =>
  parameters.map((keys) => `name_keys(${NAME}) && ${keys}::text[]`).join(' AND ');

/**
 * The condition of a search in SQL.
 * @param bind adds a parameter and returns its placeholder
 */
export function searchCondition(
  searched: Searched & { readonly table: string },
  readings: readonly Reading[],
  bind: (value: unknown) => string,
): Condition {
  const branches = readings.map(({ kind, values }): Branch => {
    const parameters = values.map(bind);
    const [first = '', second = '', third = '', fourth = '', fifth = ''] = parameters;
    return { kind, parameters, first, second, third, fourth, fifth };
  });
  if (!searched.callerSearch)
    return { condition: branches.map((branch) => columnsHold(searched, branch)).join(' OR '), isByIds: false };
  // An array has few elements for the planner, so that each step is read from an index, however many it finds.
  const selects = branches.flatMap((branch) => callerSelects(searched, branch));
  const found = selects.length === 0 ? 'SELECT NULL::text WHERE false' : selects.join(' UNION ');
  return { condition: `id = ANY (ARRAY(${found}))`, isByIds: true };
}

function columnsHold({ searchColumns }: Searched, branch: Branch): string {
  const { kind, first, second } = branch;
  const anyOf = (columns: readonly string[], compare: (column: string) => string) =>
    `(${columns.map(compare).join(' OR ')})`;
  const like = (pattern: string) => (column: string) => `${column} LIKE ${pattern}`;
  switch (kind) {
    case 'id':
    case 'key':
      return hasId(branch)('id');
    case 'phone':
      return `(${PHONE} LIKE ${first} OR ${anyOf(searchColumns, like(second))})`;
    case 'email': {
      const holds = (column: string) => `strpos(${column}, ${second}) > 0`;
      return `${anyOf(searchColumns, like(first))} AND ${anyOf(searchColumns, holds)}`;
    }
    case 'words':
      return hasWords(branch);
    case 'short':
      return hasShortWords(branch);
    case 'similar':
      return soundsAlike(branch);
    case 'alike':
      return `${NAME} %> ${first}`;
    default:
      return anyOf(searchColumns, like(first));
  }
}

/** SELECTs of the ids of the rows that a text finds when it is read in one way (BOOK-15). */
function callerSelects(
  { table, callerSearch }: Searched & { readonly table: string },
  branch: Branch,
): readonly string[] {
  const { kind, first, second } = branch;
  const own = (condition: string) => `SELECT id FROM ${table} WHERE record_state = 'full' AND ${condition}`;
  const ofPeople = (people: (people: 'users' | 'mechanics') => string) => [
    `SELECT id FROM ${table} WHERE customer_id = ANY (ARRAY(${people('users')}))`,
    `SELECT id FROM ${table} WHERE mechanic_id = ANY (ARRAY(${people('mechanics')}))`,
  ];
  const ofPeopleWhere = (condition: string) =>
    ofPeople((people) => `SELECT id FROM ${people} WHERE record_state = 'full' AND ${condition}`);
  switch (kind) {
    case 'id':
    case 'key':
      return [own(hasId(branch)('id')), ...(callerSearch?.byIdPart(hasId(branch)) ?? [])];
    case 'digits':
      return ofPeopleWhere(`${PHONE} LIKE ${first}`);
    case 'email':
      return ofPeopleWhere(`${EMAIL} LIKE ${first} AND strpos(${EMAIL}, ${second}) > 0`);
    case 'words':
      return ofPeopleWhere(hasWords(branch));
    case 'short':
      return ofPeopleWhere(hasShortWords(branch));
    case 'similar':
      return ofPeopleWhere(soundsAlike(branch));
    case 'alike':
      return ofPeopleWhere(`${NAME} %> ${first}`);
    case 'amount':
      return callerSearch?.byAmount((value) => `${value} BETWEEN ${first}::bigint AND ${second}::bigint`) ?? [];
    case 'transaction':
      return callerSearch?.byTransaction?.(paidUnder(first)) ?? ofPeople((people) => payeesOf(first)[people]);
    case 'phone':
    case 'text':
    case 'hidden':
      return [];
  }
}

/** SELECTs of whom a transaction id has paid. */
const payeesOf = (key: string) => ({
  users: `SELECT payee.id FROM transaction_ids JOIN loyalty_payouts AS paid ON paid.id = loyalty_payout_id
    JOIN users AS payee ON payee.id = paid.user_id WHERE key = ${key} AND payee.record_state = 'full'`,
  mechanics: `SELECT payee.id FROM transaction_ids LEFT JOIN loyalty_payouts AS loyalty ON loyalty.id = loyalty_payout_id
    LEFT JOIN payouts AS paid ON paid.id = payout_id
    JOIN mechanics AS payee ON payee.id = coalesce(paid.mechanic_id, loyalty.mechanic_id) WHERE key = ${key} AND payee.record_state = 'full'`,
});
