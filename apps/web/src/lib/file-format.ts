import { t } from '../languages/text.ts';

/** A format of files as it is shown: the names of banks and gateways stay, other words are translated. */
export function fileFormat(label: string): string {
  const [, bank, kind] = /^(.+) (statement|bulk payouts)$/.exec(label) ?? [];
  if (bank === undefined) return label;
  return kind === 'statement' ? t('{bank} statement', { bank }) : t('{bank} bulk payouts', { bank });
}
