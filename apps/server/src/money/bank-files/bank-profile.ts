import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from '../../start-error.ts';
import hdfc from './profiles/hdfc.json' with { type: 'json' };
import icici from './profiles/icici.json' with { type: 'json' };
import razorpayx from './profiles/razorpayx.json' with { type: 'json' };

/** The ways in which a payment reaches an account: within the bank, by NEFT, RTGS or IMPS, or to a UPI id. */
export const PAYMENT_MODES = ['own_bank', 'neft', 'rtgs', 'imps', 'upi'] as const;
export type PaymentMode = (typeof PAYMENT_MODES)[number];

const SOURCES = [
  'debitAccount',
  'amount',
  'mode',
  'holder',
  'account',
  'ifsc',
  'upiId',
  'accountOrUpiId',
  'reference',
  'narration',
  'date',
  'phone',
  'email',
  'mechanicId',
] as const;
export type ColumnSource = (typeof SOURCES)[number];

const column = z.strictObject({
  heading: z.string().min(1),
  /** If missing, the column is empty or holds a fixed text. */
  source: z.enum(SOURCES).optional(),
  /** The same text in every row. */
  text: z.string().optional(),
  /** A text for each mode. The column is empty for a mode without a text. */
  textOfMode: z.partialRecord(z.enum(PAYMENT_MODES), z.string()).optional(),
  /** The modes that fill the column; it is empty for the others. */
  modes: z.array(z.enum(PAYMENT_MODES)).optional(),
  /**
   * A longer text is cut and a longer email address is omitted. A payment with a longer account or reference cannot
   * be in the file.
   */
  maxLength: z.int().positive().optional(),
  /** A payment with a shorter text cannot be in the file. */
  minLength: z.int().positive().optional(),
  /**
   * The characters that the bank accepts, in the syntax of a regular expression's character class, such as "A-Z0-9 ".
   * Others become spaces.
   */
  characters: z.string().optional(),
  isUpperCase: z.boolean().optional(),
});

const resultStatuses = z.record(z.string(), z.enum(['paid', 'failed', 'reversed', 'processing']));

/** The column of a value in a result file: a heading, or a position counted from 1 in a file without headings. */
const resultColumn = z.union([z.string().min(1), z.int().positive()]);

/**
 * The format of a bank's payment file and of its result file (BANK-02, BANK-03). A new bank needs only a profile, no
 * code.
 */
export const bankProfile = z.strictObject({
  name: z.string().regex(/^[a-z][a-z0-9-]{1,29}$/),
  label: z.string().min(1).max(60),
  /**
   * The modes that the bank offers, each with its name in the file and its minimum and maximum amount. A payment uses
   * the first mode that fits.
   */
  modes: z
    .array(
      z.strictObject({
        mode: z.enum(PAYMENT_MODES),
        code: z.string(),
        fromPaise: z.int().nonnegative().optional(),
        upToPaise: z.int().positive().optional(),
        /** The first characters of the IFSC of the bank's own accounts. */
        ifscPrefix: z.string().optional(),
      }),
    )
    .min(1),
  file: z.strictObject({
    hasHeadings: z.boolean(),
    lineEnd: z.enum(['\n', '\r\n']),
    /**
     * A pattern with {brand}, {yyyy}, {mm}, {dd} and {number}, which counts the runs of a day, such as
     * "WAYSIDE{dd}{mm}.{number}".
     */
    name: z.string().min(1),
    /** A pattern with {yyyy}, {mm} and {dd}, such as "{dd}/{mm}/{yyyy}". */
    date: z.string().min(1),
    mostRows: z.int().positive(),
  }),
  columns: z.array(column).min(1),
  answer: z.strictObject({
    hasHeadings: z.boolean(),
    reference: resultColumn,
    status: resultColumn,
    /** Values of the status column, compared case-insensitively. */
    statuses: resultStatuses,
    transactionId: resultColumn.optional(),
    amount: resultColumn,
    account: resultColumn.optional(),
    upiId: resultColumn.optional(),
    reason: resultColumn.optional(),
  }),
});
export type BankProfile = z.infer<typeof bankProfile>;
export type BankColumn = BankProfile['columns'][number];

export type ResultStatus = z.infer<typeof resultStatuses>[string];

/** The profiles that are included in the product. */
export const SHIPPED_PROFILES: readonly BankProfile[] = [razorpayx, icici, hdfc].map((profile) =>
  bankProfile.parse(profile),
);

/**
 * Returns the profiles included in the product and those in the JSON files of a folder. A profile from a file
 * replaces an included one with the same name (BANK-02).
 * @throws StartError with the path and the error of an invalid file
 */
export const readProfiles = (folder: string | null): Promise<readonly BankProfile[]> =>
  readProfileFolder({ folder, schema: bankProfile, shipped: SHIPPED_PROFILES, setting: 'BANK_PROFILES' });

interface ProfileFolder<P> {
  readonly folder: string | null;
  readonly schema: z.ZodType<P>;
  readonly shipped: readonly P[];
  readonly setting: string;
}

/**
 * Returns included profiles of any kind together with those in the JSON files of a folder; a profile from a file
 * replaces an included one with the same name. @throws StartError
 */
export async function readProfileFolder<P extends { readonly name: string }>({
  folder,
  schema,
  shipped,
  setting,
}: ProfileFolder<P>): Promise<readonly P[]> {
  if (folder === null) return shipped;
  const own: P[] = [];
  for (const name of await namesIn(folder, setting)) {
    const path = join(folder, name);
    const profile = await readProfile(path, schema);
    if (own.some((other) => other.name === profile.name))
      throw new StartError(`${path}: another profile has the name "${profile.name}".`);
    own.push(profile);
  }
  return [...shipped.filter(({ name }) => !own.some((profile) => profile.name === name)), ...own];
}

async function namesIn(folder: string, setting: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  } catch {
    throw new StartError(`${setting}: the folder ${folder} cannot be read.`);
  }
}

async function readProfile<P>(path: string, schema: z.ZodType<P>): Promise<P> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new StartError(`${path} is not a JSON file: ${error instanceof Error ? error.message : String(error)}`);
  }
  const read = schema.safeParse(content);
  if (read.success) return read.data;
  throw new StartError(`${path} is not a bank profile. ${z.prettifyError(read.error)}`);
}
