import type pg from 'pg';
import { z } from 'zod';
import { countText } from '../../count-text.ts';
import { rupeesText } from '../../rupees.ts';
import { type ParsedSettlementLine, parseSettlementFile } from '../settlement-files/parse-settlement-file.ts';
import { SettlementFileError } from '../settlement-files/read-table-lines.ts';
import { readStoredProfile } from '../settlement-files/settlement-profile.ts';
import { decryptOrNull } from './files.ts';
import { type CheckedQuery, eachRow, type IntegrityCheck, type IntegrityCheckContext } from './integrity-check.ts';

const storedFile = z.object({
  id: z.string(),
  definition: z.string(),
  lineCount: z.number(),
  totalPaise: z.number(),
});
type StoredFile = z.infer<typeof storedFile>;
const fileRows = z.array(storedFile);
const partRows = z.array(z.object({ id: z.string(), content: z.string() }));

const storedLine = z.object({
  line: z.number(),
  type: z.string(),
  reference: z.string().nullable(),
  utr: z.string().nullable(),
  settlementReference: z.string().nullable(),
  day: z.string(),
  settledOn: z.string().nullable(),
  amountPaise: z.number(),
  feePaise: z.number(),
  taxPaise: z.number(),
  netPaise: z.number(),
  source: z.string(),
  isRepeat: z.boolean(),
});
type StoredLine = z.infer<typeof storedLine>;
const FACTS = Object.keys(storedLine.shape).filter((name) => name !== 'source' && name !== 'isRepeat');
const factsOf = (line: StoredLine | ParsedSettlementLine): string =>
  JSON.stringify(FACTS.map((name) => line[name as keyof typeof line]));

/** @param fileId 24 hexadecimal digits, as enforced by a constraint */
const linesQuery = (fileId: string): CheckedQuery<StoredLine> => ({
  text: `SELECT line, type, reference, utr, settlement_reference AS "settlementReference", reported_on::text AS day, settled_on::text AS "settledOn",
      amount_paise AS "amountPaise", fee_paise AS "feePaise", tax_paise AS "taxPaise", net_paise AS "netPaise", source, is_repeat AS "isRepeat"
    FROM settlement_lines WHERE file_id = '${fileId}' ORDER BY id`,
  row: storedLine,
});

/** The sums of a settlement's lines, computed from the files. */
interface Sums {
  lineCount: number;
  paymentsPaise: number;
  adjustmentsPaise: number;
  refundsPaise: number;
  feePaise: number;
  taxPaise: number;
  statedPaise: number;
}
const SUMS = [
  'lineCount',
  'paymentsPaise',
  'adjustmentsPaise',
  'refundsPaise',
  'feePaise',
  'taxPaise',
  'statedPaise',
] as const;
const emptySums = (): Sums => ({
  ...{
    lineCount: 0,
    paymentsPaise: 0,
    adjustmentsPaise: 0,
    refundsPaise: 0,
    feePaise: 0,
    taxPaise: 0,
    statedPaise: 0,
  },
});

const settlementRows: CheckedQuery<Sums & { id: number; source: string; reference: string }> = {
  text: `SELECT id, source, reference, line_count AS "lineCount", payments_paise AS "paymentsPaise", adjustments_paise AS "adjustmentsPaise",
      refunds_paise AS "refundsPaise", fee_paise AS "feePaise", tax_paise AS "taxPaise", stated_paise AS "statedPaise" FROM settlements ORDER BY id`,
  row: z.object({
    ...{
      id: z.number(),
      source: z.string(),
      reference: z.string(),
      lineCount: z.number(),
      paymentsPaise: z.number(),
    },
    ...{
      adjustmentsPaise: z.number(),
      refundsPaise: z.number(),
      feePaise: z.number(),
      taxPaise: z.number(),
      statedPaise: z.number(),
    },
  }),
};

const isBank = (type: string): boolean => type === 'credit' || type === 'debit';
const keyOf = (source: string, reference: string): string => `${source}\n${reference}`;

function addTo(
  settlements: Map<string, Sums>,
  { source, isRepeat }: StoredLine,
  parsed: ParsedSettlementLine,
): void {
  const { type, settlementReference, amountPaise, feePaise, taxPaise, netPaise } = parsed;
  if (isRepeat || settlementReference === null || isBank(type)) return;
  const key = keyOf(source, settlementReference);
  const sums = settlements.get(key) ?? emptySums();
  settlements.set(key, sums);
  sums.lineCount += 1;
  sums.feePaise += feePaise;
  sums.taxPaise += taxPaise;
  sums.statedPaise += netPaise;
  if (type === 'payment') sums.paymentsPaise += amountPaise;
  else if (type === 'adjustment') sums.adjustmentsPaise += amountPaise;
  else sums.refundsPaise -= amountPaise;
}

/** Checks whether lines or payments wait for the worker, which may not be running. */
async function isWaiting(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query(
    'SELECT EXISTS (SELECT FROM settlement_lines WHERE needs_match) OR EXISTS (SELECT FROM settlement_changes) AS found',
  );
  return z.tuple([z.object({ found: z.boolean() })]).parse(rows)[0].found;
}

/** Returns the next line; null after the last one or if the bytes cannot be read. */
const nextLine = async (
  parsed: AsyncGenerator<ParsedSettlementLine, void>,
): Promise<ParsedSettlementLine | null> => {
  const { value } = await parsed.next().catch((error: unknown) => {
    if (error instanceof SettlementFileError) return { value: undefined };
    throw error;
  });
  return value ?? null;
};

/** Compares the stored lines with the parsed bytes, and adds them to their settlements. */
async function* lineIssues(
  client: pg.ClientBase,
  { id: fileId, lineCount, totalPaise }: StoredFile,
  parsed: AsyncGenerator<ParsedSettlementLine, void>,
  settlements: Map<string, Sums>,
): AsyncGenerator<string, void> {
  let count = 0;
  let paise = 0;
  for await (const stored of eachRow(client, linesQuery(fileId))) {
    const line = await nextLine(parsed);
    if (line === null || factsOf(line) !== factsOf(stored))
      yield `line ${stored.line} of settlement file ${fileId} is not the one of its bytes`;
    else addTo(settlements, stored, line);
    count += 1;
    paise += line?.amountPaise ?? 0;
  }
  if ((await nextLine(parsed)) !== null) yield `settlement file ${fileId} has lost lines`;
  else if (count !== lineCount || paise !== totalPaise)
    yield `settlement file ${fileId} has another total than its bytes`;
}

/**
 * Parses the files again and checks that the stored lines match them, and that the totals of the files and
 * settlements are the sums of their lines (RECON-02).
 */
export const settlementFiles: IntegrityCheck = {
  name: 'Settlement files',
  passed: 'read again, with the same lines',
  findIssues: async function* (context) {
    const { client } = context;
    const { rows } = await client.query(
      'SELECT id, definition, line_count AS "lineCount", total_paise AS "totalPaise" FROM settlement_files ORDER BY id',
    );
    const settlements = new Map<string, Sums>();
    for (const file of fileRows.parse(rows)) {
      const content = await readContent(context, file.id);
      // The check of stored files reports a file with changed content.
      if (content === null) continue;
      const parsed = parseSettlementFile(readStoredProfile(file.definition), content);
      yield* lineIssues(client, file, parsed, settlements);
    }
    if (!(await isWaiting(client)))
      for await (const { id, source, reference, ...stored } of eachRow(client, settlementRows)) {
        const sums = settlements.get(keyOf(source, reference)) ?? emptySums();
        settlements.delete(keyOf(source, reference));
        if (SUMS.some((name) => sums[name] !== stored[name])) yield `settlement ${id} is not the sum of its lines`;
      }
    return countText(rows.length, 'file');
  },
};

/** Returns null if the bytes cannot be decrypted. */
async function readContent(
  { client, keys }: Pick<IntegrityCheckContext, 'client' | 'keys'>,
  fileId: string,
): Promise<Buffer | null> {
  const { rows } = await client.query(
    'SELECT id, content FROM settlement_file_parts WHERE file_id = $1 ORDER BY part',
    [fileId],
  );
  const parts: Buffer[] = [];
  for (const { id, content } of partRows.parse(rows)) {
    const text = await decryptOrNull({ keys }, content, { table: 'settlement_file_parts', id, column: 'content' });
    if (text === null) return null;
    parts.push(Buffer.from(text, 'base64'));
  }
  return Buffer.concat(parts);
}

const decidedLine = z.object({
  id: z.number(),
  type: z.string(),
  state: z.string(),
  isOpen: z.boolean(),
  isRepeat: z.boolean(),
  hasFile: z.boolean(),
  resolution: z.string().nullable(),
  amountPaise: z.number(),
  expectedPaise: z.number().nullable(),
  writtenOffPaise: z.number().nullable(),
  paymentId: z.string().nullable(),
  settlementPaise: z.number().nullable(),
  creditCount: z.number(),
  /** The amount of the payment in Wayside; null if the payment does not exist. */
  paidPaise: z.number().nullable(),
  isPaid: z.boolean(),
  hasOtherLine: z.boolean(),
});
type DecidedLine = z.infer<typeof decidedLine>;

const PAYS = "type IN ('payment', 'credit') AND file_id IS NOT NULL AND state <> 'duplicate'";
/** Selects lines in the order in which a payment's refunds are counted. */
const lineRows: CheckedQuery<DecidedLine> = {
  text: `SELECT l.id, l.type, l.state, l.is_open AS "isOpen", l.is_repeat AS "isRepeat", l.file_id IS NOT NULL AS "hasFile", l.resolution,
      l.amount_paise AS "amountPaise", l.expected_paise AS "expectedPaise", l.written_off_paise AS "writtenOffPaise", l.payment_id AS "paymentId",
      s.payments_paise + s.adjustments_paise - s.refunds_paise - s.fee_paise - s.tax_paise AS "settlementPaise",
      CASE WHEN l.settlement_id IS NULL THEN 0 ELSE (SELECT count(*)::int FROM settlement_lines AS c WHERE c.settlement_id = l.settlement_id AND c.file_id IS NOT NULL AND c.state <> 'duplicate') END AS "creditCount",
      CASE WHEN p.id IS NULL THEN NULL WHEN p.status IN ('paid', 'refunded') THEN coalesce(p.amount_paise, 0) ELSE 0 END AS "paidPaise",
      coalesce(p.status = 'paid', false) AS "isPaid",
      l.payment_id IS NOT NULL AND (EXISTS (SELECT FROM settlement_lines AS o WHERE o.payment_id = l.payment_id AND o.id <> l.id AND ${PAYS.replaceAll(/\b(type|file_id|state)\b/g, 'o.$1')})
        OR EXISTS (SELECT FROM settlement_line_parts AS t WHERE t.payment_id = l.payment_id)) AS "hasOtherLine"
    FROM settlement_lines AS l LEFT JOIN payments AS p ON p.id = l.payment_id LEFT JOIN settlements AS s ON s.id = l.settlement_id
    ORDER BY l.payment_id, l.reported_on, l.type = 'chargeback', coalesce(l.reference_key, ''), l.amount_paise, l.source, l.id`,
  row: decidedLine,
};

const isReturn = (type: string): boolean => type === 'refund' || type === 'chargeback';

/**
 * Returns the expected amount of a line, by the table in docs/money.md. @param returnedPaise the amount of the
 * payment's earlier refund lines, 0 or negative
 */
function expectedOf(line: DecidedLine, returnedPaise: number): number | null {
  if (line.settlementPaise !== null) return line.settlementPaise;
  const { paidPaise, amountPaise } = line;
  if (paidPaise === null || !isReturn(line.type)) return paidPaise;
  return amountPaise > 0 ? amountPaise : -Math.max(0, Math.min(-amountPaise, paidPaise + returnedPaise));
}

/** Returns the state of a line by the table in docs/money.md, independently of the statements that set the state. */
function stateOf(line: DecidedLine, expectedPaise: number | null): string {
  const { type, hasFile, amountPaise } = line;
  if (!hasFile) return stateWithoutFile(line);
  if (line.state === 'duplicate' && (line.isRepeat || line.hasOtherLine || type === 'credit')) return 'duplicate';
  if (type === 'debit') return 'ignored';
  if (expectedPaise === null) return 'missing_here';
  if (expectedPaise !== amountPaise) return 'amount_differs';
  return isReturn(type) ? 'refunded' : 'matched';
}

function stateWithoutFile(line: DecidedLine): string {
  if (line.settlementPaise !== null) {
    if (line.creditCount > 0) return 'matched';
    return line.settlementPaise > 0 ? 'missing_there' : 'ignored';
  }
  if (line.paidPaise === null) return 'ignored';
  if (line.hasOtherLine) return 'matched';
  if (line.isPaid) return 'missing_there';
  return line.paidPaise > 0 ? 'refunded' : 'ignored';
}

const NEED_NOBODY = ['matched', 'refunded', 'ignored'];

function isRight(line: DecidedLine, returnedPaise: number): boolean {
  const { state, resolution, isOpen, amountPaise, expectedPaise, writtenOffPaise } = line;
  if (resolution === 'split') return state === 'matched' && !isOpen;
  if (resolution === 'written_off' || resolution === 'ignored') {
    const differs = [amountPaise, amountPaise - (expectedPaise ?? 0)].map(Math.abs);
    return state === 'ignored' && !isOpen && (writtenOffPaise === null || differs.includes(writtenOffPaise));
  }
  const expected = expectedOf(line, returnedPaise);
  if (stateOf(line, expected) !== state) return false;
  if (state === 'amount_differs' && expectedPaise !== expected) return false;
  return state === 'duplicate' || isOpen === !NEED_NOBODY.includes(state);
}

/** Selects references for which not exactly one line is counted as the first. */
const REPEATS = `SELECT format('lines with the reference of line %s of %s are not counted once', min(id), source) AS issue FROM settlement_lines
  WHERE reference_key IS NOT NULL AND file_id IS NOT NULL GROUP BY source, type, reference_key HAVING count(*) FILTER (WHERE NOT is_repeat) <> 1`;

/** Selects each payment of the compared days with the amounts that its lines explain. */
const paymentRows = {
  text: `SELECT p.id, p.amount_paise AS "expectedPaise", coalesce(f.settled, 0)::float8 + coalesce(t.settled, 0)::float8 AS "settledPaise", coalesce(f.open, 0)::float8 AS "openPaise",
      coalesce(f.is_resolved, false) OR t.settled IS NOT NULL AS "isResolved", p.status = 'refunded' AND NOT coalesce(f.has_line, false) AS "isReturned"
    FROM payments AS p JOIN settlement_progress AS g ON p.occurred_at >= day_start(g.first_day, business_time_zone()) AND p.occurred_at < day_start(g.last_day + 1, business_time_zone())
    LEFT JOIN LATERAL (SELECT sum(l.amount_paise) FILTER (WHERE ${PAYS.replaceAll(/\b(type|file_id|state)\b/g, 'l.$1')}) AS settled,
        sum(CASE l.state WHEN 'amount_differs' THEN p.amount_paise - l.amount_paise WHEN 'missing_there' THEN p.amount_paise END) FILTER (WHERE l.is_open) AS open,
        bool_or(l.resolution IN ('written_off', 'ignored')) AS is_resolved, bool_or(l.file_id IS NOT NULL) AS has_line
      FROM settlement_lines AS l WHERE l.payment_id = p.id AND l.type IN ('payment', 'credit')) AS f ON true
    LEFT JOIN LATERAL (SELECT sum(amount_paise) AS settled FROM settlement_line_parts WHERE payment_id = p.id) AS t ON true
    WHERE p.record_state = 'full' AND p.status IN ('paid', 'refunded') AND p.method IS DISTINCT FROM 'cash' AND p.amount_paise > 0 ORDER BY p.id`,
  row: z.object({
    ...{ id: z.string(), expectedPaise: z.number(), settledPaise: z.number(), openPaise: z.number() },
    ...{ isResolved: z.boolean(), isReturned: z.boolean() },
  }),
};

/**
 * Checks that each line is in the state defined by the table in docs/money.md, and that expected = settled + open for
 * each payment of the compared days (RECON-02).
 */
export const settlementLines: IntegrityCheck = {
  name: 'Settlement lines',
  passed: 'each in its state',
  findIssues: async function* ({ client }) {
    if (await isWaiting(client)) return 'lines that wait to be matched';
    let lineCount = 0;
    let paymentId: string | null = null;
    let returnedPaise = 0;
    for await (const line of eachRow(client, lineRows)) {
      lineCount += 1;
      if (line.paymentId !== paymentId) returnedPaise = 0;
      paymentId = line.paymentId;
      if (!isRight(line, returnedPaise))
        yield `settlement line ${line.id} is not in the state that follows from it`;
      if (isReturn(line.type) && line.state !== 'duplicate' && line.state !== 'ignored')
        returnedPaise += line.amountPaise;
    }
    for await (const { issue } of eachRow(client, { text: REPEATS, row: z.object({ issue: z.string() }) }))
      yield issue;
    const sums = { expected: 0, settled: 0, open: 0, resolved: 0 };
    for await (const { id, expectedPaise, settledPaise, openPaise, isResolved, isReturned } of eachRow(
      client,
      paymentRows,
    )) {
      const rest = expectedPaise - settledPaise - openPaise;
      sums.expected += expectedPaise;
      sums.settled += settledPaise;
      sums.open += openPaise;
      sums.resolved += rest;
      if (rest !== 0 && !isResolved && !isReturned) yield `payment ${id} is neither settled nor open`;
    }
    const [expected, settled, open, resolved] = Object.values(sums).map(rupeesText);
    return `${countText(lineCount, 'line')}, ${expected} expected = ${settled} settled + ${open} open + ${resolved} resolved or returned`;
  },
};
