import { escapeMarkup } from '../../escape-markup.ts';
import { type ExportColumn, localTimestamps, rupeesOf } from './export-table.ts';

/** The styles of `STYLES_XML` by their position in it. */
const STYLES = { heading: 1, text: 2, amount: 3, timestamp: 4, number: 5 } as const;
const WIDTHS = { text: 26, amount: 16, timestamp: 20, number: 12 } as const;

/** The most characters that a cell of Excel holds. */
const MAX_CHARACTERS = 32_767;
const DAY_MS = 86_400_000;
/** The number that spreadsheets give to the first day of 1970. */
const UNIX_EPOCH_DAY = 25_569;

// biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write them
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
/** Excel reads "_x0041_" as a character. */
const ESCAPE_OF_EXCEL = /_(?=x[0-9a-f]{4}_)/gi;

/** Untrusted text in XML. */
export const xmlText = (text: string): string => escapeMarkup(text.replaceAll(NOT_IN_XML, ''));

/** "A", "B", … "AA". */
function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

/** As much as a cell holds, without half of a character at its end. */
const cellText = (text: string): string => text.slice(0, MAX_CHARACTERS).replace(/[\ud800-\udbff]$/, '');

const textCell = (at: string, style: number, text: string): string => {
  const shown = cellText(text).replaceAll(/\r\n?/g, '\n').replaceAll(ESCAPE_OF_EXCEL, '_x005F_');
  return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${xmlText(shown)}</t></is></c>`;
};
const numberCell = (at: string, style: number, value: number): string =>
  `<c r="${at}" s="${style}"><v>${value}</v></c>`;

/** Writes the XML of a sheet with these columns: its start, the rows and its end. */
export function sheetXml<R>(columns: readonly ExportColumn<R>[], timeZone: string) {
  const local = localTimestamps(timeZone);
  const names = columns.map((_, index) => columnName(index));
  /** The number of a timestamp, which counts days of the clock on the wall. */
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
    /** @param number from 2, below the headings */
    row: (row: R, number: number): string =>
      `<row r="${number}">${columns.map((column, index) => cell(column, `${names[index]}${number}`, row)).join('')}</row>`,
    /** @param rows how many there are with the headings */
    end: (rows: number): string =>
      `</sheetData><autoFilter ref="A1:${names.at(-1)}${rows}"/><pageMargins left="0.4" right="0.4" top="0.5" bottom="0.5" header="0.3" footer="0.3"/><pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/></worksheet>`,
  };
}

/** The styles of all cells: headings are bold, ids and phone numbers stay text, amounts are grouped as in India. */
export const STYLES_XML = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="2"><numFmt numFmtId="164" formatCode="#,##,##0.00"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="6"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyNumberFormat="1"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs></styleSheet>`;
