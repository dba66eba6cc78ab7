import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { hostChooser, parseServerAddress } from './server-address.ts';

test('[RUN-03] a choice that fails late leaves the one that was made after it', async () => {
  const silent = createServer();
  onTestFinished(() => void silent.close());
  await once(silent.listen(0, '127.0.0.1'), 'listening');
  const { port } = silent.address() as AddressInfo;
  const chooser = hostChooser(parseServerAddress(`postgres://wayside@127.0.0.1:${port}/wayside`));

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
