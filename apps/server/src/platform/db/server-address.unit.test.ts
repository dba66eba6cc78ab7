import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createHostChooser, parseServerAddress } from './server-address.ts';

describe('[RUN-02] a database address', () => {
  it('stays unchanged when it has one host', () => {
    const url = 'postgres://asha:p%40ss@db.example.com:6432/wayside?sslmode=require';
    expect(parseServerAddress(url)).toEqual({
      hosts: [{ host: 'db.example.com', port: 6432 }],
      connectionString: url,
      database: 'wayside',
      setting: 'DATABASE_URL',
    });
  });

  it('uses the first host and lists all of them when it has several', () => {
    const address = parseServerAddress('postgresql://u:p@a,b:5433,[::1]:5434/x?target_session_attrs=read-write');
    expect(address.hosts).toEqual([
      { host: 'a', port: 5432 },
      { host: 'b', port: 5433 },
      { host: '::1', port: 5434 },
    ]);
    expect(address.connectionString).toBe('postgresql://u:p@a/x');
  });

  it('can name the host in a parameter, for example for a socket', () => {
    expect(parseServerAddress('postgres:///x?host=%2Frun%2Fpostgresql').connectionString).toBe(
      'postgres:///x?host=%2Frun%2Fpostgresql',
    );
  });

  it.each([
    'postgres://u:p@a:99999/x',
    'postgres://u:p@a:b/x',
    'postgres://a b/x',
    'nonsense',
    'postgres://u:p@ss@a/x',
  ])('is not repeated in the message when it is rejected: %s', (url) => {
    expect(() => parseServerAddress(url)).toThrow(/^DATABASE_URL must be an address such as [^\n]+\.$/);
  });
});

it('[RUN-03] a host choice that fails late does not replace a later choice', async () => {
  const silent = createServer();
  onTestFinished(() => void silent.close());
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  const chooser = createHostChooser(parseServerAddress(`postgres://wayside@127.0.0.1:${port}/wayside`));

  const connected = once(silent, 'connection');
  const early = chooser.choose();
  const [socketOfEarly] = await connected;
  chooser.forget(early);
  const connectedAgain = once(silent, 'connection');
  const late = chooser.choose();
  const [socketOfLate] = await connectedAgain;

  socketOfEarly.destroy();
  await expect(early).rejects.toThrow();
  chooser.forget(early);
  expect(chooser.choose()).toBe(late);

  socketOfLate.destroy();
  await expect(late).rejects.toThrow();
});
