import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type Application, type ApplicationAddress, applicationAt } from './application.ts';
import { withDatabase } from './database.ts';

/** Copies the rows of a fresh database into a second schema. */
const KEEP = `DO $$ DECLARE name text; BEGIN
  CREATE SCHEMA kept;
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
    EXECUTE format('CREATE TABLE kept.%1$I AS TABLE public.%1$I', name);
  END LOOP;
END $$`;

/**
 * Restores the copied rows without triggers and resets the sequences. It runs in one transaction, after anything that
 * the previous test left running.
 */
const RESTORE = `DO $$ DECLARE name text; stored text; BEGIN
  PERFORM set_config('session_replication_role', 'replica', true);
  EXECUTE (SELECT format('LOCK TABLE %s IN SHARE ROW EXCLUSIVE MODE', string_agg(format('public.%I', tablename), ', ' ORDER BY tablename))
    FROM pg_tables WHERE schemaname = 'kept');
  FOR name, stored IN SELECT table_name, string_agg(quote_ident(column_name), ', ') FROM information_schema.columns
    WHERE table_schema = 'public' AND is_generated = 'NEVER' AND table_name IN (SELECT tablename FROM pg_tables WHERE schemaname = 'kept')
    GROUP BY table_name LOOP
    EXECUTE format('DELETE FROM public.%I', name);
    EXECUTE format('INSERT INTO public.%1$I (%2$s) OVERRIDING SYSTEM VALUE SELECT %2$s FROM kept.%1$I', name, stored);
  END LOOP;
  PERFORM setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    FROM pg_sequences WHERE schemaname = 'public';
END $$`;

/** Prepares a fresh application for takeApplication. */
export async function shareApplication(address: ApplicationAddress): Promise<void> {
  await withDatabase(address, (client) => client.query(KEEP));
}

const DEADLOCK = '40P01';
const ATTEMPTS = 5;

/**
 * Restores the rows. A transaction that the previous test left running may lock the tables in another order, so
 * PostgreSQL may abort this one, which then retries.
 */
async function restore(client: pg.Client): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await client.query(RESTORE);
      return;
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || error.code !== DEADLOCK || attempt === ATTEMPTS) throw error;
    }
  }
}

const isReady = ({ url }: ApplicationAddress): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

/** The application that this worker used last; the worker's browser has its code in the caches. */
let latest: string | undefined;

/**
 * Takes one of the applications that shareApplication prepared, with its original data and no files. No other test
 * file can take it until `release`.
 */
export async function takeApplication(
  all: readonly ApplicationAddress[],
): Promise<{ application: Application; release: () => Promise<void> } | null> {
  for (const address of all.toSorted((one, other) => Number(other.url === latest) - Number(one.url === latest))) {
    const claim = join(address.dataFolder, 'taken');
    const isTaken = await mkdir(claim).then(
      () => false,
      () => true,
    );
    // A crashed application stays taken, so that it fails only one file.
    if (isTaken || !(await isReady(address))) continue;
    latest = address.url;
    await withDatabase(address, restore);
    await rm(join(address.dataFolder, 'files'), { recursive: true, force: true });
    return { application: applicationAt(address), release: () => rmdir(claim) };
  }
  return null;
}
