import { mkdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { type Application, type ApplicationAddress, applicationAt } from './application.ts';
import { onDatabase } from './database.ts';

/** Stores the rows of a fresh database next to its tables. */
const KEEP = `DO $$ DECLARE name text; BEGIN
  CREATE SCHEMA kept;
  FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'public' LOOP
    EXECUTE format('CREATE TABLE kept.%1$I AS TABLE public.%1$I', name);
  END LOOP;
END $$`;

/**
 * Makes the rows those that are kept, without triggers, and lets sequences begin again. One transaction, after whatever the test before
 * has left running.
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
  await onDatabase(address, (client) => client.query(KEEP));
}

const DEADLOCK = '40P01';
const ATTEMPTS = 5;

/** A transaction left running by the previous test may lock the tables in another order; PostgreSQL ends one of the two. */
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

/** The last application of this worker: its code is in the caches of the worker's browser. */
let latest: string | undefined;

/**
 * Takes one of the applications that were prepared by shareApplication, with the data that it had then and no files. No one else has it
 * until `release`.
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
    // One that has crashed stays taken and fails one file only.
    if (isTaken || !(await isReady(address))) continue;
    latest = address.url;
    await onDatabase(address, restore);
    await rm(join(address.dataFolder, 'files'), { recursive: true, force: true });
    return { application: applicationAt(address), release: () => rmdir(claim) };
  }
  return null;
}
