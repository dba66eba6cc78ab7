import { mechanics } from '../../platform/db/schema/mechanics.ts';
import { payments } from '../../platform/db/schema/payments.ts';

/** The columns that have documents of a source, by their names, and their tables. */
export const DOCUMENT_FIELDS = {
  profile_photo: { table: mechanics, column: mechanics.profilePhoto },
  aadhaar_card: { table: mechanics, column: mechanics.aadhaarCard },
  shop_photo: { table: mechanics, column: mechanics.shopPhoto },
  screenshot: { table: payments, column: payments.screenshot },
} as const;

export type DocumentField = keyof typeof DOCUMENT_FIELDS;

export const isDocumentField = (name: string): name is DocumentField => Object.hasOwn(DOCUMENT_FIELDS, name);

/** Whether a document is on a host that is copied from (DOCUMENT_HOSTS). */
export function isOnListedHost(address: string, hosts: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return /^https?:$/.test(protocol) && hosts.includes(hostname);
}
