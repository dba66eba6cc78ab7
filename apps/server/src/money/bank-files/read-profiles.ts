import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from '../../start-error.ts';
import { type BankProfile, bankProfile } from './bank-profile.ts';
import hdfc from './profiles/hdfc.json' with { type: 'json' };
import icici from './profiles/icici.json' with { type: 'json' };
import razorpayx from './profiles/razorpayx.json' with { type: 'json' };

/** The profiles that come with the product. */
export const SHIPPED_PROFILES: readonly BankProfile[] = [razorpayx, icici, hdfc].map((profile) =>
  bankProfile.parse(profile),
);

/**
 * The formats of bank files: those of the product, then the JSON files of a folder (BANK-02). One of the folder replaces the
 * product's of the same name.
 * @param folder null for none
 * @throws StartError naming the file and what is wrong in it
 */
export async function readProfiles(folder: string | null): Promise<readonly BankProfile[]> {
  if (folder === null) return SHIPPED_PROFILES;
  const own: BankProfile[] = [];
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    const profile = await readProfile(path);
    if (own.some((other) => other.name === profile.name))
      throw new StartError(`${path}: another profile is named "${profile.name}", too.`);
    own.push(profile);
  }
  return [...SHIPPED_PROFILES.filter(({ name }) => !own.some((profile) => profile.name === name)), ...own];
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  } catch {
    throw new StartError(`BANK_PROFILES: the folder ${folder} cannot be read.`);
  }
}

async function readProfile(path: string): Promise<BankProfile> {
  let content: unknown;
  try {
    content = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new StartError(`${path} is no JSON file: ${error instanceof Error ? error.message : String(error)}`);
  }
  const read = bankProfile.safeParse(content);
  if (read.success) return read.data;
  throw new StartError(`${path} is no profile of a bank. ${z.prettifyError(read.error)}`);
}
