import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { eventually } from '../../testing/eventually.ts';
import { listenAnywhere, readAnswers } from '../../testing/raw-exchange.ts';
import { createTestApplication } from '../../testing/test-application.ts';

const BEGUN =
  'POST /api/v1/admin/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n';

it('[API-14, SECU-01] answers a request on an open connection while the program stops', async () => {
  const test = await createTestApplication();
  const socket = connect(await listenAnywhere(test.app), '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => (received += String(chunk)));
  await once(socket, 'connect');
  const begun = once(test.app.server, 'request');
  socket.write(BEGUN);
  await begun;
  const closing = test.app.close();
  await eventually('it listens no more', () => !test.app.server.listening);
  socket.write('{}GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n');
  await once(socket, 'close');
  await closing;
  const answers = readAnswers(received);
  expect(answers.map(({ status }) => status)).toEqual([400, 200]);
  expect(received.match(/x-content-type-options: nosniff/gi)).toHaveLength(2);
  expect(received).toMatch(/connection: close/i);
  await test.drop();
});
