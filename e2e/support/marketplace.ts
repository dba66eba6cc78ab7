import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { booking } from '@wayside/contract/bookings';
import { configuration } from '@wayside/contract/configuration';
import { mechanic } from '@wayside/contract/mechanics';
import { notification } from '@wayside/contract/notifications';
import { part } from '@wayside/contract/parts';
import { payment } from '@wayside/contract/payments';
import { earning, payout } from '@wayside/contract/payouts';
import { service } from '@wayside/contract/services';
import { slot } from '@wayside/contract/slots';
import { sosService } from '@wayside/contract/sos-services';
import { user } from '@wayside/contract/users';
import { vehicleModel } from '@wayside/contract/vehicle-models';
import type { Wire } from '@wayside/contract/wire/wire';
import * as z from 'zod/mini';
import { type Application, program } from './application.ts';
import { projectRoot } from './project-root.ts';

/** The files of an import, each with the codec of its records. */
const codecs = {
  users: user,
  mechanics: mechanic,
  bookings: booking,
  payments: payment,
  payouts: payout,
  earnings: earning,
  notifications: notification,
  sosservices: sosService,
  services: service,
  parts: part,
  slots: slot,
  companies: vehicleModel,
  configs: configuration,
};

/** The records of a marketplace as domain records. */
export type Marketplace = { readonly [C in keyof typeof codecs]?: readonly z.output<(typeof codecs)[C]>[] };

/**
 * Loads records into a running application by a folder of JSON and the import command.
 * @throws Error with the command's output, when it rejects a record
 */
export async function importMarketplace(application: Application, marketplace: Marketplace): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'wayside-marketplace-'));
  try {
    for (const [name, records] of Object.entries(marketplace)) {
      const codec = codecs[name as keyof typeof codecs] as Wire<unknown>;
      const encoded = records.map((record) => z.encode(codec, record));
      await writeFile(join(folder, `${name}.json`), JSON.stringify(encoded));
    }
    await runImport(application, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runImport(application: Application, folder: string): Promise<void> {
  const child = spawn(process.execPath, [program, 'import', folder], {
    cwd: projectRoot,
    env: { ...process.env, DATA_DIR: application.dataFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => output.push(String(chunk)));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`The import ended with ${code}:\n${output.join('')}`);
}
