import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectTo, countWrongCounters } from '../../apps/server/src/testing/data-digest.ts';
import { PASSWORD as PASSWORD_OF_RELEASE } from '../../apps/server/src/testing/programs-under-test.ts';
import { freePort } from '../free-port.ts';
import { changedTables, fillLastRelease, untilDrawn } from '../upgrades/last-release.ts';
import { hasPostgresTools, Image, imageSkipReason } from './image.ts';

const PASSWORD = 'a long password of a test';
const MOST_BYTES = 250_000_000;

const installPage = readFileSync(new URL('../../docs/install.md', import.meta.url), 'utf8');

const reason = imageSkipReason();

describe('the container image', { timeout: 300_000 }, () => {
  let image: Image;
  let port: number;
  let data: string;

  beforeEach(async ({ skip }) => {
    if (reason !== null) skip(reason);
    port = await freePort();
  });
  beforeAll(() => {
    if (reason !== null) return;
    image = Image.build();
    data = join(image.root, '../volume');
  }, 1_200_000);
  afterAll(() => image?.remove());

  const run = (words?: readonly string[]) =>
    image.run(data, { PORT: String(port), ADMIN_PASSWORD: PASSWORD }, words);
  const address = (path: string) => `http://127.0.0.1:${port}${path}`;

  async function signIn(password = PASSWORD): Promise<string> {
    const response = await fetch(address('/api/v1/admin/login'), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'admin@wayside.test', password }),
    });
    const { token }: { token?: string } = JSON.parse(await response.text());
    expect(response.status).toBe(200);
    return token ?? '';
  }

  async function upload(token: string, bytes: Uint8Array<ArrayBuffer>, name: string): Promise<number> {
    const form = new FormData();
    form.set('Image', new Blob([bytes]), name);
    const response = await fetch(address('/api/v1/file/single'), {
      method: 'POST',
      headers: { token },
      body: form,
    });
    return response.status;
  }

  it('[SHIP-01] has at most 250 MB and no file that an unprivileged user may change', () => {
    expect(image.size).toBeLessThan(MOST_BYTES);
    expect(statSync(join(image.root, 'app/bin/wayside.cjs')).uid).toBe(0);
  });

  it('[SHIP-01] runs as an unprivileged user on a read-only file system, and stops cleanly on SIGTERM', async () => {
    const container = run();
    await container.untilServing(address('/readyz'));
    await container.untilServing(address('/'));
    expect(readFileSync(`/proc/${container.pid}/status`, 'utf8')).toMatch(/^Uid:\t10001\t10001/m);
    const token = await signIn();
    const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'teal' } })
      .png()
      .toBuffer();
    expect(await upload(token, new Uint8Array(png), 'a.png')).toBe(200);
    const heic = readFileSync(new URL('../../apps/server/src/testing/turned-photo.heic', import.meta.url));
    expect(await upload(token, new Uint8Array(heic), 'a.heic')).toBe(200);
    expect(await container.ended('SIGTERM'), container.output).toBe(0);
  });

  it('[SHIP-01] keeps its data in the volume and runs commands', async () => {
    const second = run();
    await second.untilServing(address('/readyz'));
    await signIn();
    const verify = run(['verify']);
    expect(await verify.ended(), verify.output).toBe(0);
    expect(await second.ended('SIGTERM'), second.output).toBe(0);
  });

  // If these programs are missing on the machine, the stage that copies them cannot run.
  it.skipIf(!hasPostgresTools)(
    '[SHIP-01, OPER-06] contains the programs to back up and restore a PostgreSQL server',
    () => {
      const folder = join(image.root, 'usr/lib/postgresql');
      const programs = readdirSync(folder).flatMap((version) =>
        ['pg_dump', 'pg_restore'].map((name) => `/usr/lib/postgresql/${version}/bin/${name}`),
      );
      expect(programs).not.toEqual([]);
      for (const program of programs)
        expect(execFileSync('chroot', [image.root, program, '--version'], { encoding: 'utf8' })).toContain(
          'PostgreSQL',
        );
    },
  );

  it('[SHIP-01, OPER-06] can be backed up and restored with the commands in docs/install.md', async () => {
    const row = /^\| a container \|(.*)\|$/m.exec(installPage)?.[1] ?? '';
    const [backUp = '', copy = '', stop, restore = ''] = [...row.matchAll(/`([^`]+)`/g)].map(([, line]) => line);
    // This test has no container engine. It runs the command of `docker exec` with the same volume and reads a copy.
    const [, words = ''] = /^docker exec wayside wayside (backup .*)$/.exec(backUp) ?? [];
    const [, archive = ''] = /^docker cp wayside:\/data\/(\S+) \.$/.exec(copy) ?? [];
    expect(words).toBe(`backup /data/${archive}`);

    const container = run();
    await container.untilServing(address('/readyz'));
    const saved = run(words.split(' '));
    expect([await saved.ended(), saved.output]).toEqual([0, expect.stringContaining('Backed up ')]);
    expect(readFileSync(join(data, archive)).length).toBeGreaterThan(1000);
    expect(stop).toBe('docker stop wayside');
    expect(await container.ended('SIGTERM'), container.output).toBe(0);

    const [, restoreWords = ''] =
      /^docker run --rm --volume wayside:\/data wayside (restore .*)$/.exec(restore) ?? [];
    const restored = run(restoreWords.split(' '));
    expect([await restored.ended(), restored.output]).toEqual([0, expect.stringContaining('Restored ')]);
    const again = run();
    await again.untilServing(address('/readyz'));
    expect(await signIn()).not.toBe('');
    expect(await again.ended('SIGTERM'), again.output).toBe(0);
  });

  it('[SHIP-01, SHIP-06] runs a public demo with the command of docs/install.md', async () => {
    const [command = ''] = /^docker run --name demo .* wayside$/m.exec(installPage) ?? [];
    const environment = [...command.matchAll(/--env (\w+)=(\S+)/g)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    const volume = join(image.root, '../demo');
    const container = image.run(volume, { ...Object.fromEntries(environment), PORT: String(port) });
    await container.untilServing(address('/readyz'));
    const config = await (await fetch(address('/config.json'))).text();
    expect(config).toContain('"isPublicDemo":true');
    expect(await container.ended('SIGTERM'), container.output).toBe(0);
  });

  it('[SHIP-02] upgrades the data of the previous release without losing rows, counters or passwords', async () => {
    const volume = join(image.root, '../released');
    const released = await fillLastRelease(volume);
    const container = image.run(volume, { PORT: String(port) });
    await container.untilServing(address('/readyz'));
    const client = await connectTo(volume);
    expect(await changedTables(client, released)).toEqual([]);
    expect(await countWrongCounters(client)).toBe(0);
    await untilDrawn(client, volume);
    await client.end();
    expect(await signIn(PASSWORD_OF_RELEASE)).not.toBe('');
    expect(await container.ended('SIGTERM'), container.output).toBe(0);
    const verify = image.run(volume, {}, ['verify']);
    expect(await verify.ended(), verify.output).toBe(0);
  });
});
