import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Booking, listBookings } from '@wayside/contract/bookings';
import { ownProfile } from '@wayside/contract/session';
import { deleteUser, listUsers, toggleUserBlock, type User } from '@wayside/contract/users';
import { PAGE_SIZE } from '@wayside/contract/wire/paging';
import * as z from 'zod/mini';

/** A provider of the common contract on a port of its own, who has none of our server's calls. */
export interface AnotherProvider {
  readonly url: string;
  /** What it was asked, in order: "GET /user/…?page=1". */
  readonly asked: string[];
  /** Its customers as they are now. */
  readonly users: User[];
  stop(): Promise<void>;
}

interface Records {
  readonly users: User[];
  readonly bookings: Booking[];
}

/**
 * Starts one with these records. It lets every answer be cached for an hour and says nothing of what a toggle came to, as
 * the common contract allows.
 */
export async function startAnotherProvider(records: Records): Promise<AnotherProvider> {
  const users = records.users.map((user) => ({ ...user }));
  const asked: string[] = [];
  const server = createServer((request, response) => {
    if (request.method !== 'OPTIONS') asked.push(`${request.method} ${pathOf(request)}`);
    answer(response, request.method === 'OPTIONS' ? {} : reply(request, { ...records, users }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, users, stop };
}

const pathOf = ({ url = '' }: IncomingMessage) => url.replace('/api/v1', '');

function reply(request: IncomingMessage, { users, bookings }: Records): unknown {
  const { pathname, searchParams } = new URL(pathOf(request), 'http://provider');
  const isCall = ({ path, method }: { path: string; method: string }) =>
    method === request.method && pathname.startsWith(path.replace('{id}', ''));
  const place = users.findIndex(({ id }) => pathname.endsWith(id));
  const [user] = users.slice(place, place < 0 ? 0 : place + 1);
  if (isCall(ownProfile)) return { status: true, data: {} };
  if (isCall(listUsers)) return pageOf(users, searchParams);
  if (isCall(listBookings)) {
    return z.encode(listBookings.answer, { rows: bookings, total: bookings.length, page: 1, pageCount: 1 });
  }
  if (isCall(toggleUserBlock) && user) {
    user.isBlocked = !user.isBlocked;
    return { status: true };
  }
  if (isCall(deleteUser) && user) {
    users.splice(place, 1);
    return { status: true };
  }
  return null;
}

function pageOf(users: readonly User[], asked: URLSearchParams): unknown {
  const found = users.filter(({ phone }) => phone?.includes(asked.get('search') ?? ''));
  const page = Number(asked.get('page'));
  return z.encode(listUsers.answer, {
    rows: found.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    total: found.length,
    page,
    pageCount: Math.ceil(found.length / PAGE_SIZE),
  });
}

function answer(response: ServerResponse, content: unknown): void {
  response.writeHead(content === null ? 404 : 200, {
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    'access-control-allow-methods': '*',
    'cache-control': 'max-age=3600',
    'content-type': 'application/json',
  });
  response.end(JSON.stringify(content ?? { status: false, message: 'Unknown' }));
}
