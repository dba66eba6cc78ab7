import { eq } from 'drizzle-orm';
import type pg from 'pg';
import type { ParsedSettlementLine } from '../../money/settlement-files/parse-settlement-file.ts';
import type { SettlementProfile } from '../../money/settlement-files/settlement-profile.ts';
import { orm } from '../../platform/db/orm.ts';
import { settlementFiles } from '../../platform/db/schema/settlements.ts';
import { defineStatement, rowsOf } from '../../platform/db/statement.ts';

const ROWS_PER_INSERT = 1_000;

const INSERT_LINES = defineStatement({
  name: 'insert-settlement-lines',
  text: `INSERT INTO settlement_lines (file_id, source, state, line, type, reference, reference_key, payment_key, order_id, bank_keys, utr,
      settlement_reference, day, reported_on, settled_on, amount_paise, fee_paise, tax_paise, net_paise, is_open)
    SELECT $1, $2, 'missing_here', l.line, l.type, l.reference, l."referenceKey", l."paymentKey", l."orderId",
      ARRAY(SELECT json_array_elements_text(l."bankKeys")), l.utr, l."settlementReference", l.day, l.day, l."settledOn", l."amountPaise", l."feePaise",
      l."taxPaise", l."netPaise", false
    FROM json_to_recordset($3) AS l (line int, type text, reference text, "referenceKey" text, "paymentKey" text, "orderId" text,
      "bankKeys" json, utr text, "settlementReference" text, day date, "settledOn" date, "amountPaise" bigint, "feePaise" bigint,
      "taxPaise" bigint, "netPaise" bigint)`,
  example: ['5'.repeat(24), 'razorpay', '[]'],
});

/** Sums the lines of a file. */
class FileSums {
  lineCount = 0;
  totalPaise = 0;
  readonly #days: Record<'all' | 'paid', { first: string; last: string } | null> = { all: null, paid: null };

  add({ type, day, amountPaise }: ParsedSettlementLine): void {
    this.lineCount += 1;
    this.totalPaise += amountPaise;
    for (const kind of type === 'payment' ? (['all', 'paid'] as const) : (['all'] as const)) {
      const { first, last } = this.#days[kind] ?? { first: day, last: day };
      this.#days[kind] = { first: day < first ? day : first, last: day > last ? day : last };
    }
  }

  values(): Pick<typeof settlementFiles.$inferInsert, 'lineCount' | 'totalPaise' | 'firstDay' | 'lastDay'> {
    // Days come from payment lines if possible, because a refund may have the day of an old payment.
    const days = this.#days.paid ?? this.#days.all;
    return {
      ...{ lineCount: this.lineCount, totalPaise: this.totalPaise },
      ...{ firstDay: days?.first ?? '', lastDay: days?.last ?? '' },
    };
  }
}

/** A file and the lines that a profile reads from it. */
export interface ReadLines {
  readonly id: string;
  readonly profile: SettlementProfile;
  readonly lines: AsyncIterable<ParsedSettlementLine>;
}

/**
 * Stores the lines of a file while they are being read, and returns their sums.
 * @param client holds the lock of settlement files @throws SettlementFileError
 */
export async function storeLines(client: pg.ClientBase, { id, profile, lines }: ReadLines): Promise<FileSums> {
  const sums = new FileSums();
  let batch: ParsedSettlementLine[] = [];
  const insert = () => rowsOf(client, INSERT_LINES, [id, profile.name, JSON.stringify(batch)]);
  for await (const line of lines) {
    sums.add(line);
    batch.push(line);
    if (batch.length < ROWS_PER_INSERT) continue;
    await insert();
    batch = [];
  }
  await insert();
  await orm(client).update(settlementFiles).set(sums.values()).where(eq(settlementFiles.id, id));
  return sums;
}
