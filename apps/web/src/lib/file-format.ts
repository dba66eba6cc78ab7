import { t } from '../languages/text.ts';

/** Returns the label of a file format. The names of banks and gateways are not translated; the other parts are. */
export function fileFormat(label: string): string {
  const [, bank, kind] = /^(.+) (statement|bulk payouts)$/.exec(label) ?? [];
  if (bank === undefined) return label;
  return kind === 'statement' ? t('{bank} statement', { bank }) : t('{bank} bulk payouts', { bank });
}
