import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { BOOKS, type Book, CLOSE_KINDS } from '@wayside/contract/closes';
import { z } from 'zod';
import { dayParam } from '../../date-params.ts';

const MS_PER_DAY = 86_400_000;
const utc = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** Counts the calendar days of an inclusive range; less than 1 if the last day is before the first. */
export const countDays = (from: string, to: string): number => Math.round((utc(to) - utc(from)) / MS_PER_DAY) + 1;

/** Returns the next calendar day, such as "2026-11-01". */
export const dayAfter = (day: string): string => new Date(utc(day) + MS_PER_DAY).toISOString().slice(0, 10);

/** Formats a day as "30 Oct 2026". */
export const dayText = (day: string): string => dayParam(day).text;

const digest = z.object({ count: z.number(), sha256: z.string() });

/** The sums of the entries of one kind, in paise. */
export const kindAmounts = z.object({
  count: z.number(),
  grossPaise: z.number(),
  commissionPaise: z.number(),
  platformFeePaise: z.number(),
  netPaise: z.number(),
  paidOutPaise: z.number(),
  changePaise: z.number(),
});
export type KindAmounts = z.infer<typeof kindAmounts>;

export const AMOUNT_NAMES = kindAmounts.keyof().options;

export const ZERO_AMOUNTS: KindAmounts = {
  ...{
    count: 0,
    grossPaise: 0,
    commissionPaise: 0,
    platformFeePaise: 0,
    netPaise: 0,
    paidOutPaise: 0,
    changePaise: 0,
  },
};

export function addAmounts(rows: readonly KindAmounts[]): KindAmounts {
  const total = { ...ZERO_AMOUNTS };
  for (const row of rows) for (const name of AMOUNT_NAMES) total[name] += row[name];
  return total;
}

const kindSums = z.object({ kind: z.enum(CLOSE_KINDS), ...kindAmounts.shape });

const bookSums = z.object({
  book: z.enum(BOOKS),
  openingPaise: z.number(),
  kinds: z.array(kindSums),
  closingPaise: z.number(),
  unexplainedPaise: z.number(),
});
/** The opening balance, entries and closing balance of one book on a day, in paise (CLOS-01). */
export type BookSums = z.infer<typeof bookSums>;

export function closingOf(books: readonly BookSums[]): Record<Book, number> {
  const closing = { balances: 0, user_wallets: 0, mechanic_wallets: 0 };
  for (const { book, closingPaise } of books) closing[book] = closingPaise;
  return closing;
}

const difference = z.object({ book: z.enum(BOOKS), personId: z.string(), amountPaise: z.number() });
export type CloseDifference = z.infer<typeof difference>;

const FORMAT = 'wayside-close';
const shared = {
  format: z.literal(FORMAT),
  version: z.literal(1),
  number: z.number(),
  day: z.string(),
  madeAt: z.string(),
  /** The administrator's id; null if a command made the row. */
  madeBy: z.nullable(z.string()),
  /** The hash of the previous row, in hex; null for the first. */
  previous: z.nullable(z.string()),
};

const closeDocument = z.object({
  ...shared,
  kind: z.literal('close'),
  startsAt: z.string(),
  endsAt: z.string(),
  timeZone: z.string(),
  books: z.array(bookSums),
  entryCount: z.number(),
  lateCount: z.number(),
  /** The digest of the lines of the day's entries, ordered by id. */
  entries: z.object({ ledger: digest, wallets: digest }),
  differences: z.array(difference),
  /** Open exceptions of settlements (RECON-03). Missing in closes made by earlier releases. */
  unreconciled: z.optional(z.object({ count: z.number(), amountPaise: z.number() })),
});
export type CloseDocument = z.infer<typeof closeDocument>;

const reopeningDocument = z.object({ ...shared, kind: z.literal('reopening'), reason: z.string() });

const chainDocument = z.discriminatedUnion('kind', [closeDocument, reopeningDocument]);
export type ChainDocument = z.infer<typeof chainDocument>;

export interface SignedDocument {
  readonly document: string;
  readonly hash: Buffer;
  /** Raw key, 32 bytes. */
  readonly publicKey: Buffer;
  readonly signature: Buffer;
}

/** Parses the document of a row. @throws if it is not a document of Wayside */
export const parseDocument = (text: string): ChainDocument => chainDocument.parse(JSON.parse(text));

/** Computes the hash of a row. @param previous the hash of the previous row; null for the first */
export const closeHash = (previous: Buffer | null, document: string): Buffer =>
  createHash('sha256')
    .update(previous ?? Buffer.alloc(0))
    .update(document)
    .digest();

// The DER bytes that precede the 32 bytes of an Ed25519 key (RFC 8410).
const PRIVATE_KEY_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_KEY_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** The key that signs closes (CLOS-03). */
export interface SigningKey {
  /** The data key from which the signing key is derived. */
  readonly id: string;
  readonly privateKey: KeyObject;
  readonly publicKey: Buffer;
}

/** @param derived the key derived for the purpose `closes`: 32 bytes */
export function signingKey({ id, key }: { readonly id: string; readonly key: Buffer }): SigningKey {
  const privateKey = createPrivateKey({
    key: Buffer.concat([PRIVATE_KEY_PREFIX, key]),
    format: 'der',
    type: 'pkcs8',
  });
  const der = createPublicKey(privateKey).export({ format: 'der', type: 'spki' });
  return { id, privateKey, publicKey: der.subarray(PUBLIC_KEY_PREFIX.length) };
}

/** Returns the fingerprint for comparing keys: SHA-256 of the raw public key, in hex. */
export const fingerprintOf = (publicKey: Buffer): string => createHash('sha256').update(publicKey).digest('hex');

/** Signs a document as the next row of the chain. @param previous the hash of the previous row */
export function signDocument(key: SigningKey, previous: Buffer | null, stated: ChainDocument): SignedDocument {
  const document = JSON.stringify({ ...stated, previous: previous?.toString('hex') ?? null });
  const hash = closeHash(previous, document);
  return { document, hash, publicKey: key.publicKey, signature: sign(null, hash, key.privateKey) };
}

/** Checks whether the signature of a row matches its public key. */
export function isSigned({ hash, publicKey, signature }: SignedDocument): boolean {
  const key = createPublicKey({
    key: Buffer.concat([PUBLIC_KEY_PREFIX, publicKey]),
    format: 'der',
    type: 'spki',
  });
  return verify(null, hash, key, signature);
}
