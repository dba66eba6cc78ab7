import { createServer, type Server } from 'node:net';
import { describe, expect, it } from 'vitest';
import type { Program } from '../testing/program.ts';
import { programsUnderTest } from '../testing/programs-under-test.ts';

const { path, start } = programsUnderTest({ environment: {} });

/** Returns the program's log lines that have this message. */
const logged = (program: Program, message: string): Record<string, unknown>[] =>
  program
    .stdout()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === message);

async function listening(): Promise<{ server: Server; port: number }> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the server has no port');
  return { server, port: address.port };
}

describe('[OPER-04] the server at startup', { timeout: 300_000 }, () => {
  it('serves metrics only on METRICS_PORT and logs the address; without the setting it serves no metrics', async () => {
    const program = start({ METRICS_PORT: '0' });
    const address = await program.ready();
    const [line] = logged(program, 'metrics');
    expect(line?.['address']).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/metrics$/);
    await fetch(`${address}/api/v1/admin/ownprofile`);
    const text = await (await fetch(String(line?.['address']))).text();
    expect(text).toContain('wayside_http_requests_total{route="/admin/ownprofile",method="GET",status="401"} 1');
    expect(text).toMatch(/^wayside_database_up 1$/m);
    expect(text).toMatch(/^wayside_backup_age_seconds \+Inf$/m);
    expect(
      await (await fetch(`${address}/metrics`, { headers: { accept: 'application/json' } })).text(),
    ).not.toContain('wayside_http');
    expect(await program.stop()).toBe(0);
    const without = start({});
    await without.ready();
    expect(logged(without, 'metrics')).toEqual([]);
  });

  it.each([
    ['no number', { METRICS_PORT: 'on' }, 'METRICS_PORT must be a whole number from 0 to 65535, and is "on".'],
    ['no port', { METRICS_PORT: '70000' }, 'METRICS_PORT must be a whole number from 0 to 65535, and is "70000".'],
    [
      'an address of another machine',
      { METRICS_PORT: '0', METRICS_HOST: '192.0.2.1' },
      'METRICS_HOST 192.0.2.1 is not an address of this machine.',
    ],
  ])('prints a one-line error when METRICS_PORT is %s', async (_what, environment, sentence) => {
    const program = start(environment);
    expect(await program.ended()).toBe(1);
    expect(program.stderr().trim()).toBe(sentence);
  });

  it('prints a one-line error before it opens a database when another program uses the port', async () => {
    const { server, port } = await listening();
    const program = start({ METRICS_PORT: String(port), DATA_DIR: path('unused') });
    expect(await program.ended()).toBe(1);
    expect(program.stderr().trim()).toBe(
      `METRICS_PORT ${port} on 127.0.0.1 is in use by another program: stop it, or change METRICS_PORT.`,
    );
    expect(program.stdout()).toBe('');
    server.close();
  });
});
