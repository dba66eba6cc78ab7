import { strToU8, Zip, ZipDeflate } from 'fflate';
import { escapeMarkup } from '../../escape-markup.ts';
import { createTimestampFormatter, type ExportColumn, type ExportTable, rupeesOf } from './export-table.ts';

/** Positions in `STYLES_XML`. */
const STYLES = { heading: 1, text: 2, amount: 3, timestamp: 4, number: 5 } as const;
const WIDTHS = { text: 26, amount: 16, timestamp: 20, number: 12 } as const;

/** Excel's limit of a cell. */
const MAX_CHARACTERS = 32_767;
const DAY_MS = 86_400_000;
/** The day number of 1970-01-01 in spreadsheets. */
const UNIX_EPOCH_DAY = 25_569;

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write them
const INVALID_XML_CHARACTERS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** Excel reads "_x0041_" as an escaped character. */
const ESCAPE_OF_EXCEL = /_(?=x[0-9a-f]{4}_)/gi;

const xmlText = (text: string): string => escapeMarkup(text.replaceAll(INVALID_XML_CHARACTERS, ''));

/** Returns "A", "B", … "AA". */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/** Truncates the text without leaving half a surrogate pair at the end. */
const cellText = (text: string): string => text.slice(0, MAX_CHARACTERS).replace(/[\ud800-\udbff]$/, '');

const textCell = (at: string, style: number, text: string): string => {
  const shown = cellText(text).replaceAll(/\r\n?/g, '\n').replaceAll(ESCAPE_OF_EXCEL, '_x005F_');
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(shown)}</t></is></c>`;
};
const numberCell = (at: string, style: number, value: number): string =>
  `<c r="${at}" s="${style}"><v>${value}</v></c>`;

function sheetXml<R>(columns: readonly ExportColumn<R>[], timeZone: string) {
  const local = createTimestampFormatter(timeZone);
  const names = columns.map((_, index) => columnName(index));
  /** Returns the timestamp as a spreadsheet number, in days of local time. */
  const dayNumber = (timestamp: string) =>
    Date.parse(`${local(timestamp).replace(' ', 'T')}Z`) / DAY_MS + UNIX_EPOCH_DAY;

  function cell({ type, value }: ExportColumn<R>, at: string, row: R): string {
    const found = value(row) ?? null;
    if (found === null || found === '') return '';
    if (typeof found === 'number') return numberCell(at, STYLES[type], type === 'amount' ? rupeesOf(found) : found);
    return type === 'timestamp'
      ? numberCell(at, STYLES.timestamp, dayNumber(found))
      : textCell(at, STYLES.text, found);
  }

  const widths = columns.map(
    ({ type, heading }, index) =>
      `<col min="${index + 1}" max="${index + 1}" width="${Math.max(WIDTHS[type], heading.length + 4)}" customWidth="1"/>`,
  );
  const headings = columns.map(({ heading }, index) => textCell(`${names[index]}1`, STYLES.heading, heading));
  return {
    start: `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${headings.join('')}</row>`,
    /** @param number the row number, starting at 2 */
    row: (row: R, number: number): string =>
      `<row r="${number}">${columns.map((column, index) => cell(column, `${names[index]}${number}`, row)).join('')}</row>`,
    /** @param rows the number of rows, including the headings */
    end: (rows: number): string =>
      `</sheetData><autoFilter ref="A1:${names.at(-1)}${rows}"/><pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>`,
  };
}

/** Has bold headings, text for ids and phone numbers, and Indian digit grouping. */
const STYLES_XML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="#,##,##0.00"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs></styleSheet>`;

/** Excel's limit for rows, including the headings. */
const MAX_ROWS = 1_048_576;
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const MEDIA = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Returns "Payments", "Payments 2". */
const sheetName = (name: string, number: number): string =>
  (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll(/[^\w-]/g, ' ').slice(0, 24) +
  (number === 1 ? '' : ` ${number}`);

function workbookParts(name: string, sheets: number): Record<string, string> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const each = (part: (number: number) => string) => numbers.map(part).join('');
  return {
    'xl/styles.xml': STYLES_XML,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${DOCUMENT}"><sheets>${each(
      (number) => `<sheet name="${xmlText(sheetName(name, number))}" sheetId="${number}" r:id="rId${number}"/>`,
    )}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships">${each(
      (number) =>
        `<Relationship Id="rId${number}" Type="${DOCUMENT}/worksheet" Target="worksheets/sheet${number}.xml"/>`,
    )}<Relationship Id="styles" Type="${DOCUMENT}/styles" Target="styles.xml"/></Relationships>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${DOCUMENT}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${MEDIA}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${MEDIA}.styles+xml"/>${each(
      (number) => `<Override PartName="/xl/worksheets/sheet${number}.xml" ContentType="${MEDIA}.worksheet+xml"/>`,
    )}</Types>`,
  };
}

/**
 * Yields a table as a workbook, one page at a time, so that memory use stays constant. Rows above the limit go to
 * further sheets.
 * @param mostRows per sheet, including the headings
 */
export async function* xlsxBytes<R>(
  { name, columns, pages }: Pick<ExportTable<R>, 'name' | 'columns' | 'pages'>,
  timeZone: string,
  mostRows = MAX_ROWS,
): AsyncGenerator<Uint8Array, void> {
  const xml = sheetXml(columns, timeZone);
  const written: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    written.push(piece);
  });
  const take = () => Buffer.concat(written.splice(0));
  const part = (path: string) => {
    const added = new ZipDeflate(path, { level: 1 });
    zip.add(added);
    return added;
  };
  let sheets = 0;
  const nextSheet = () => {
    sheets += 1;
    const sheet = part(`xl/worksheets/sheet${sheets}.xml`);
    sheet.push(strToU8(xml.start));
    return sheet;
  };
  let sheet = nextSheet();
  let rowsOfSheet = 1;
  for await (const rows of pages) {
    const text: string[] = [];
    for (const row of rows) {
      if (rowsOfSheet === mostRows) {
        sheet.push(strToU8(text.splice(0).join('') + xml.end(rowsOfSheet)), true);
        sheet = nextSheet();
        rowsOfSheet = 1;
      }
      rowsOfSheet += 1;
      text.push(xml.row(row, rowsOfSheet));
    }
    sheet.push(strToU8(text.join('')));
    yield take();
  }
  sheet.push(strToU8(xml.end(rowsOfSheet)), true);
  for (const [path, text] of Object.entries(workbookParts(name, sheets))) part(path).push(strToU8(text), true);
  zip.end();
  yield take();
}
