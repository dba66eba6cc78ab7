import { strFromU8, unzipSync } from 'fflate';
import { readXlsx } from 'hucre';
import { describe, expect, it } from 'vitest';
import { amountColumn, textColumn, timestampColumn } from './export-table.ts';
import { xlsxBytes } from './xlsx.ts';

interface Row {
  readonly id: string;
  readonly text: string | null;
  readonly paise: number | null;
  readonly at: string | null;
}

const COLUMNS = [
  textColumn<Row>('ID', ({ id }) => id),
  textColumn<Row>('Text', ({ text }) => text),
  amountColumn<Row>('Amount', ({ paise }) => paise),
  timestampColumn<Row>('Time', ({ at }) => at),
];
const aRow = (row: Partial<Row> = {}): Row => ({ id: '1', text: null, paise: null, at: null, ...row });

/** Returns the bytes of a workbook with these pages. */
async function workbook(pages: Iterable<readonly Row[]>, mostRows?: number): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const table = { name: 'payments', columns: COLUMNS, pages };
  for await (const piece of xlsxBytes(table, 'Asia/Kolkata', mostRows)) pieces.push(piece);
  return Buffer.concat(pieces);
}
const sheetsOf = async (bytes: Uint8Array) => (await readXlsx(bytes)).sheets;

/** A part of the workbook as text. */
const part = (bytes: Uint8Array, path: string) => strFromU8(unzipSync(bytes)[path] ?? new Uint8Array());

describe('[VIEW-08] an Excel workbook', () => {
  it.each([
    '=1+1',
    '+919876543210',
    '0012345',
    '9876543210',
    '-1',
    '@a',
    "=cmd|' /C calc'!A0",
    ' a ',
    'a\nb',
    '<b>&"',
  ])('stores %j as text', async (text) => {
    const bytes = await workbook([[aRow({ text })]]);
    const [sheet] = await sheetsOf(bytes);
    expect(sheet?.rows[1]?.[1]).toBe(text);
    expect(part(bytes, 'xl/worksheets/sheet1.xml')).not.toContain('<f>');
  });

  it('stores text without control characters and within the length limit of Excel', async () => {
    const [sheet] = await sheetsOf(
      await workbook([[aRow({ text: 'a\u0000b\u0007c' }), aRow({ text: 'x'.repeat(40_000) })]]),
    );
    expect(sheet?.rows[1]?.[1]).toBe('abc');
    expect(sheet?.rows[2]?.[1]).toHaveLength(32_767);
    const [cut] = await sheetsOf(await workbook([[aRow({ text: `${'x'.repeat(32_766)}🚗` })]]));
    expect(cut?.rows[1]?.[1]).toBe('x'.repeat(32_766));
    const escaped = part(await workbook([[aRow({ text: '_x0041_' })]]), 'xl/worksheets/sheet1.xml');
    expect(escaped).toContain('_x005F_x0041_');
  });

  it('stores amounts as numbers and timestamps as dates of the business time zone, each with its format', async () => {
    const bytes = await workbook([[aRow({ paise: -1_234_550, at: '2026-02-05T20:00:00.000Z' })]]);
    const [sheet] = await sheetsOf(bytes);
    expect(sheet?.rows[1]?.[2]).toBe(-12_345.5);
    expect(sheet?.rows[1]?.[3]).toEqual(new Date('2026-02-06T01:30:00Z'));
    expect(part(bytes, 'xl/styles.xml')).toContain('formatCode="#,##,##0.00"');
  });

  it('has bold, frozen headings, a filter and a sheet name', async () => {
    const bytes = await workbook([[aRow(), aRow()]]);
    const [sheet] = await sheetsOf(bytes);
    expect(sheet?.name).toBe('Payments');
    expect(sheet?.rows[0]).toEqual(['ID', 'Text', 'Amount (INR)', 'Time']);
    const xml = part(bytes, 'xl/worksheets/sheet1.xml');
    expect(xml).toContain('<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/>');
    expect(xml).toContain('<autoFilter ref="A1:D3"/>');
    expect(part(bytes, 'xl/styles.xml')).toContain('<font><b/>');
  });

  it('continues on a new sheet with headings when a sheet is full', async () => {
    const rows = Array.from({ length: 7 }, (_, index) => aRow({ id: String(index) }));
    const sheets = await sheetsOf(await workbook([rows.slice(0, 4), rows.slice(4)], 4));
    expect(sheets.map(({ name }) => name)).toEqual(['Payments', 'Payments 2', 'Payments 3']);
    const ids = sheets.map((sheet) => sheet.rows.map(([id]) => id));
    expect(ids).toEqual([
      ['ID', '0', '1', '2'],
      ['ID', '3', '4', '5'],
      ['ID', '6'],
    ]);
  });

  it('contains only headings when there are no rows', async () => {
    const [sheet] = await sheetsOf(await workbook([]));
    expect(sheet?.rows).toEqual([['ID', 'Text', 'Amount (INR)', 'Time']]);
  });

  it('is written page by page, so that memory contains at most one page, regardless of the number of rows', async () => {
    const page = Array.from({ length: 1_000 }, (_, index) => aRow({ id: `${index}`.repeat(6), paise: index }));
    let read = 0;
    function* pages() {
      for (; read < 200; read += 1) yield page;
    }
    let largest = 0;
    let pieces = 0;
    const table = { name: 'payments', columns: COLUMNS, pages: pages() };
    for await (const piece of xlsxBytes(table, 'Asia/Kolkata')) {
      pieces += 1;
      largest = Math.max(largest, piece.length);
      // Each piece is sent before the next page is read.
      expect(read).toBeLessThanOrEqual(pieces);
    }
    expect(pieces).toBe(201);
    expect(largest).toBeLessThan(200_000);
  });
});
