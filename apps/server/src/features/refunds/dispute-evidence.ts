import { strToU8, zipSync } from 'fflate';
import { z } from 'zod';
import { conflict } from '../../api-error.ts';
import type { ActorContext } from '../../context.ts';
import { adminNameSql } from '../../platform/db/admin-name.ts';
import { defineStatement, sampleOf } from '../../platform/db/statement.ts';
import { csvText, type ExportColumn, textColumn, timestampColumn } from '../../platform/exports/export-table.ts';
import { recordExport } from '../../platform/exports/record-export.ts';
import { imageAddressOf, storedNames } from '../../platform/files/image-reference.ts';
import { rupeesText } from '../../rupees.ts';
import { getRefund } from './list-refunds.ts';

const PAYMENT = defineStatement({
  name: 'payment-of-evidence',
  text: `SELECT p.method, p.status, iso_instant(p.transacted_at) AS "transactedAt", p.amount_paise AS "amountPaise",
      coalesce((SELECT copied_image FROM document_copies WHERE field = 'screenshot' AND id = p.id), p.screenshot) AS screenshot
    FROM payments AS p WHERE p.id = $1`,
  row: z.object({
    method: z.nullable(z.string()),
    status: z.nullable(z.string()),
    transactedAt: z.nullable(z.string()),
    amountPaise: z.nullable(z.number()),
    screenshot: z.nullable(z.string()),
  }),
  example: [sampleOf('payments')],
});

const noteRow = z.object({ at: z.string(), author: z.nullable(z.string()), text: z.string() });
const NOTES = defineStatement({
  name: 'notes-of-evidence',
  text: `SELECT iso_instant(n.created_at) AS at, ${adminNameSql('a')} AS author, n.text FROM notes AS n LEFT JOIN admins AS a ON a.id = n.author_id
    WHERE n.booking_id = $1 ORDER BY n.created_at, n.id`,
  row: noteRow,
  example: [sampleOf('notes', 'booking_id')],
});

const stepRow = z.object({ at: z.nullable(z.string()), step: z.string(), detail: z.nullable(z.string()) });
/**
 * Statement that reads the timeline of the booking $1 and the payment $2, first step first. A step without a date
 * comes first.
 */
const TIMELINE = defineStatement({
  name: 'timeline-of-evidence',
  text: `SELECT iso_instant(at) AS at, step, detail FROM (
      SELECT created_at AS at, 'booking created' AS step, status AS detail FROM bookings WHERE id = $1
      UNION ALL SELECT at, 'booking status', status FROM booking_status_changes WHERE booking_id = $1
      UNION ALL SELECT at, 'roadside', kind FROM emergency_steps WHERE booking_id = $1
      UNION ALL SELECT coalesce(transacted_at, created_at), 'payment ' || id, concat_ws(' ', method, status) FROM payments WHERE booking_id = $1 OR id = $2
      UNION ALL SELECT requested_at, 'refund requested', concat_ws(' ', kind, state) FROM refunds WHERE payment_id = $2 AND kind <> 'dispute'
      UNION ALL SELECT requested_at, 'dispute opened', NULL FROM refunds WHERE payment_id = $2 AND kind = 'dispute') AS steps
    ORDER BY steps.at NULLS FIRST, step`,
  row: stepRow,
  example: [sampleOf('payments', 'booking_id'), sampleOf('payments')],
});

const NOTE_COLUMNS = [
  timestampColumn<z.infer<typeof noteRow>>('Written', ({ at }) => at),
  textColumn<z.infer<typeof noteRow>>('Author', ({ author }) => author),
  textColumn<z.infer<typeof noteRow>>('Note', ({ text }) => text),
];
const STEP_COLUMNS = [
  timestampColumn<z.infer<typeof stepRow>>('Time', ({ at }) => at),
  textColumn<z.infer<typeof stepRow>>('Step', ({ step }) => step),
  textColumn<z.infer<typeof stepRow>>('Detail', ({ detail }) => detail),
];

interface Evidence {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** Returns the evidence for a dispute as a ZIP file and logs the download (REFD-03). @throws 404; 409 for a refund */
export async function downloadEvidence(context: ActorContext, { id }: { readonly id: string }): Promise<Evidence> {
  const { database, files, settings } = context;
  const dispute = await getRefund(context, { id });
  if (dispute.kind !== 'dispute') throw conflict('no_dispute_evidence');
  const { paymentId, bookingId } = dispute;
  const [payment] = await database.rows(PAYMENT, [paymentId]);
  const notes = await database.rows(NOTES, [bookingId]);
  const steps = await database.rows(TIMELINE, [bookingId, paymentId]);
  const screenshot = payment?.screenshot ?? null;
  const isStored = screenshot !== null && imageAddressOf(screenshot) !== null;
  const image = isStored ? await files.store.get(storedNames(screenshot).whole) : null;
  const dateText = (at: string | null) =>
    at &&
    new Date(at).toLocaleString('en-IN', { timeZone: settings.timeZone, dateStyle: 'long', timeStyle: 'short' });
  const facts: readonly (readonly [label: string, value: string | null | undefined])[] = [
    ['Dispute', dispute.id],
    ['Disputed amount', rupeesText(dispute.amountPaise)],
    ['Reason', dispute.reason],
    ['Evidence due', dateText(dispute.dueAt)],
    ['Payment', paymentId],
    ['Paid', payment?.amountPaise == null ? null : rupeesText(payment.amountPaise)],
    ['Paid on', dateText(payment?.transactedAt ?? null)],
    ['Method', payment?.method],
    ['Payment status', payment?.status],
    ['Booking', bookingId],
    ['Customer', dispute.customer?.name],
    ['Mechanic', dispute.mechanic?.name],
    ['Screenshot', image === null ? screenshot : 'screenshot.webp'],
  ];
  // Indent further lines of a value, so that they do not look like another fact.
  const factText = (value: string) => value.replaceAll(/\r\n?|\n/g, '\r\n    ');
  const summary = facts.map(([label, value]) => `${label}: ${factText(value ?? 'N/A')}`).join('\r\n');
  const entries = {
    'summary.txt': strToU8(`${summary}\r\n`),
    'timeline.csv': await tableBytes(steps, STEP_COLUMNS, settings.timeZone),
    'notes.csv': await tableBytes(notes, NOTE_COLUMNS, settings.timeZone),
    ...(image === null ? {} : { 'screenshot.webp': new Uint8Array(image) }),
  };
  const rowCount = Object.keys(entries).length;
  await recordExport(context, { table: 'dispute evidence', filters: { refundId: id }, rowCount });
  return { fileName: `dispute-${id.slice(-6)}.zip`, bytes: zipSync(entries) };
}

async function tableBytes<R>(
  rows: readonly R[],
  columns: readonly ExportColumn<R>[],
  timeZone: string,
): Promise<Uint8Array> {
  let text = '';
  for await (const piece of csvText({ columns, pages: [rows] }, timeZone)) text += piece;
  return strToU8(text);
}
