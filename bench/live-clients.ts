import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import type pg from 'pg';
import { connect, type FilledApplication } from './data.ts';

/** Fewer streams than a session may have. */
const STREAMS_PER_SESSION = 5;
/** How many streams are opened at the same time. */
const OPENED_AT_ONCE = 20;

/** Open streams, like those of open screens. */
export interface LiveClients {
  /** Waits until all streams have received the id and returns when each received it, in ms of `performance.now()`. */
  receivedAt(id: string): Promise<readonly number[]>;
  close(): void;
}

async function openSessions(client: pg.Client, count: number): Promise<string[]> {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'));
  await client.query(
    `INSERT INTO sessions (token_hash, admin_id, expires_at)
     SELECT unnest($1::bytea[]), (SELECT min(id) FROM admins), now() + interval '1 hour'`,
    [tokens.map((token) => createHash('sha256').update(token).digest())],
  );
  return tokens;
}

/** Opens the given number of streams and waits until all are open. */
export async function openLiveClients(filled: FilledApplication, count: number): Promise<LiveClients> {
  const client = await connect(filled);
  const tokens = await openSessions(client, Math.ceil(count / STREAMS_PER_SESSION));
  await client.end();
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const waiting = new Set<{ id: string; times: number[]; done: () => void }>();

  function listen(response: IncomingMessage): void {
    response.on('data', (chunk: Buffer) => {
      if (waiting.size === 0) return;
      const text = chunk.toString();
      for (const each of waiting)
        if (text.includes(each.id) && each.times.push(performance.now()) === count) each.done();
    });
    response.on('error', () => undefined);
  }
  async function open(at: number): Promise<IncomingMessage> {
    const token = tokens[Math.floor(at / STREAMS_PER_SESSION)] ?? '';
    const request = get(`${filled.application.url}/api/v1/admin/live`, { agent, headers: { token } });
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`a stream answered ${response.statusCode}`);
    await once(response, 'data');
    listen(response);
    return response;
  }
  const responses: IncomingMessage[] = [];
  while (responses.length < count) {
    const first = responses.length;
    const size = Math.min(OPENED_AT_ONCE, count - first);
    responses.push(...(await Promise.all(Array.from({ length: size }, (_, at) => open(first + at)))));
  }
  return {
    receivedAt: (id) =>
      new Promise((resolve) => {
        const each = {
          id,
          times: [] as number[],
          done: () => {
            waiting.delete(each);
            resolve(each.times);
          },
        };
        waiting.add(each);
      }),
    close: () => {
      for (const response of responses) response.destroy();
      agent.destroy();
    },
  };
}
