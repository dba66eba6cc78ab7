import { createHash, type Hash } from 'node:crypto';
import { BOOKS } from '@wayside/contract/closes';
import {
  AMOUNT_NAMES,
  addAmounts,
  type ChainDocument,
  type CloseDocument,
  closeHash,
  closingOf,
  dayAfter,
  dayText,
  fingerprintOf,
  isSigned,
  type KindAmounts,
  parseDocument,
  type SignedDocument,
  ZERO_AMOUNTS,
} from './close-document.ts';
import { readEntryLine } from './entry-lines.ts';

export class CloseError extends Error {}

/**
 * Reads the rows of the chain of closes in order, and verifies each one against its own contents and the preceding
 * rows (CLOS-03).
 */
export class CloseChain {
  /** The closes that are not reopened, by day, in chain order. */
  readonly currentCloses = new Map<string, CloseDocument>();
  readonly fingerprints = new Set<string>();
  rowCount = 0;
  #lastHash: Buffer | null = null;

  /** @throws CloseError */
  add({ document, hash, publicKey, signature }: SignedDocument): void {
    this.rowCount++;
    const name = `Row ${this.rowCount} of the chain of closes`;
    if (!closeHash(this.#lastHash, document).equals(hash))
      throw new CloseError(`${name} was changed, or one before it is missing.`);
    if (!hasValidSignature({ document, hash, publicKey, signature }))
      throw new CloseError(`${name} is not signed by its key.`);
    const stated = documentOf(document, name);
    if (stated.number !== this.rowCount || stated.previous !== (this.#lastHash?.toString('hex') ?? null))
      throw new CloseError(`${name} does not continue the row before it.`);
    this.#lastHash = hash;
    this.fingerprints.add(fingerprintOf(publicKey));
    if (stated.kind === 'close') this.#close(stated);
    else this.#reopen(stated.day);
  }

  #reopen(day: string): void {
    if (!this.currentCloses.has(day)) throw new CloseError(`${dayText(day)} is reopened but was not closed.`);
    for (const closed of this.currentCloses.keys()) if (closed >= day) this.currentCloses.delete(closed);
  }

  #close(stated: CloseDocument): void {
    const before = [...this.currentCloses.values()].at(-1);
    requireSums(stated);
    if (before !== undefined) requireContinuation(before, stated);
    this.currentCloses.set(stated.day, stated);
  }
}

/** Collects the entries of a closed day, ordered by table and id, and compares them with the close. */
export class ClosedDay {
  readonly close: CloseDocument;
  readonly #hashes: Readonly<Record<'ledger' | 'wallets', Hash>> = {
    ledger: createHash('sha256'),
    wallets: createHash('sha256'),
  };
  readonly #counts = { ledger: 0, wallets: 0 };
  readonly #sums = new Map<string, KindAmounts>();
  #lateCount = 0;

  constructor(close: CloseDocument) {
    this.close = close;
  }

  /** @param line an entry without its line end @throws CloseError */
  add(line: string): void {
    const entry = readEntryLine(line);
    if (entry === null)
      throw new CloseError(`An entry of ${dayText(this.close.day)} cannot be read: ${line.slice(0, 100)}`);
    const { table, book, kind, bookedAt, isLate } = entry;
    if (bookedAt < Date.parse(this.close.startsAt) || bookedAt >= Date.parse(this.close.endsAt))
      throw new CloseError(`An entry does not belong to ${dayText(this.close.day)}: ${line.slice(0, 100)}`);
    this.#hashes[table].update(`${line}\n`);
    this.#counts[table]++;
    if (isLate) this.#lateCount++;
    const key = `${book} ${kind}`;
    this.#sums.set(key, addAmounts([this.#sums.get(key) ?? ZERO_AMOUNTS, entry]));
  }

  /** Checks the entries against the close. Call it after the last entry. @throws CloseError */
  requireStated(): void {
    const { day, books, entries, lateCount } = this.close;
    for (const table of ['ledger', 'wallets'] as const)
      if (
        this.#counts[table] !== entries[table].count ||
        this.#hashes[table].digest('hex') !== entries[table].sha256
      )
        throw new CloseError(`The entries of ${dayText(day)} differ from those that were closed (${table}).`);
    const stated = books.flatMap(({ book, kinds }) => kinds.map((sums) => ({ book, ...sums })));
    const isSame = stated.every((sums) => {
      const found = this.#sums.get(`${sums.book} ${sums.kind}`);
      return AMOUNT_NAMES.every((name) => found?.[name] === sums[name]);
    });
    if (!isSame || stated.length !== this.#sums.size || lateCount !== this.#lateCount)
      throw new CloseError(`The sum of the entries of ${dayText(day)} differs from its close.`);
  }
}

function documentOf(document: string, name: string): ChainDocument {
  try {
    return parseDocument(document);
  } catch {
    throw new CloseError(`The contents of ${name} cannot be read.`);
  }
}

function hasValidSignature(row: SignedDocument): boolean {
  try {
    return isSigned(row);
  } catch {
    // The bytes are not a key.
    return false;
  }
}

/** Checks that the opening balance and the entries of each book add up to its closing balance. */
function requireSums({ day, books, entryCount }: CloseDocument): void {
  const counted = books.flatMap(({ kinds }) => kinds).reduce((sum, { count }) => sum + count, 0);
  const isWhole = BOOKS.every((book) => books.filter((each) => each.book === book).length === 1);
  const addsUp = books.every(
    ({ openingPaise, kinds, closingPaise }) =>
      openingPaise + kinds.reduce((sum, { changePaise }) => sum + changePaise, 0) === closingPaise,
  );
  if (!isWhole || !addsUp || counted !== entryCount)
    throw new CloseError(`The amounts in the close of ${dayText(day)} do not add up.`);
}

/** Checks that a close begins where the previous one ends. */
function requireContinuation(before: CloseDocument, { day, startsAt, books }: CloseDocument): void {
  const closing = closingOf(before.books);
  const goesOn =
    day === dayAfter(before.day) &&
    startsAt === before.endsAt &&
    books.every(({ book, openingPaise }) => openingPaise === closing[book]);
  if (!goesOn)
    throw new CloseError(
      `The opening balance of ${dayText(day)} differs from the closing balance of ${dayText(before.day)}.`,
    );
}
