import { strToU8, Zip, ZipDeflate } from 'fflate';
import type { ExportTable } from './export-table.ts';
import { STYLES_XML, sheetXml, xmlText } from './sheet-xml.ts';

/** The rows of a sheet in Excel, with the headings. */
const MAX_ROWS = 1_048_576;
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const MEDIA = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** "Payments", "Payments 2". */
const sheetName = (name: string, number: number): string =>
  (name.charAt(0).toUpperCase() + name.slice(1)).replaceAll(/[^\w-]/g, ' ').slice(0, 24) +
  (number === 1 ? '' : ` ${number}`);

/** The parts of a workbook besides its sheets, by their paths. */
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
 * A table as a workbook: a piece of the file for each page of rows, so that memory stays flat. More rows than a sheet has go
 * on in another sheet.
 * @param mostRows the rows of a sheet, with its headings
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
