import { createHmac, randomBytes } from 'node:crypto';
import { sentence } from '@wayside/contract/sentences';
import { logout } from '@wayside/contract/session';
import type { Endpoint } from '@wayside/contract/wire/endpoint';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { forbidden, unavailable } from '../../api-error.ts';
import type { AppContext } from '../../context.ts';
import { networkOf } from '../accounts/login-throttle.ts';
import { defineStatement } from '../db/statement.ts';
import { clientAddressOf } from './request-log.ts';

const USED_BYTES = defineStatement({
  name: 'used-bytes',
  text: `SELECT pg_database_size(current_database())::float8 + coalesce((SELECT sum(byte_size) FROM files), 0)::float8 AS bytes`,
  row: z.object({ bytes: z.number() }),
  example: [],
});

/** The maximum size of the database until the next reset, including demo data. */
const MAX_DEMO_BYTES = 1_000_000_000;
/** The maximum number of bytes per visitor until the next reset. */
const MAX_VISITOR_BYTES = 50_000_000;
/** The minimum counted per change: even a change of a few words adds rows to several tables. */
const MIN_CHANGE_BYTES = 5_000;
/** The number of bytes counted for a body without a stated length. */
const UNKNOWN_BYTES = 5_000_000;
const MEASURE_EVERY_MS = 2_000;
const RETRY_SECONDS = 3_600;

export type DemoGuard = (
  call: Pick<Endpoint, 'name' | 'isChange' | 'permission' | 'isRejectedInDemo'>,
  request: Pick<FastifyRequest, 'headers' | 'ip' | 'socket'>,
) => Promise<void>;

/**
 * Creates the guard of a public demo (SHIP-06). It rejects calls that would spoil the demo for others, all changes
 * once the demo is full, and changes by a visitor who has used up their share. Other installations are not
 * restricted. Each application has one guard, so the shares are reset together with the data.
 */
export function createDemoGuard(
  { database, settings }: Pick<AppContext, 'database' | 'settings'>,
  maxBytes = MAX_DEMO_BYTES,
): DemoGuard {
  let isFull = false;
  let measuredAtMs = Number.NEGATIVE_INFINITY;
  const sentBytes = new Map<string, number>();
  return async ({ name, isChange, permission, isRejectedInDemo }, request) => {
    if (!settings.isPublicDemo || !isChange) return;
    if (isRejectedInDemo) throw forbidden('off_in_demo');
    if (permission === 'public' || name === logout.name) return;
    if (performance.now() - measuredAtMs > MEASURE_EVERY_MS) {
      measuredAtMs = performance.now();
      const [used] = await database.rows(USED_BYTES, []);
      isFull = (used?.bytes ?? 0) > maxBytes;
    }
    if (isFull) throw unavailable(sentence('demo_full'), RETRY_SECONDS);
    const visitor = networkOf(clientAddressOf(request));
    const sent = (sentBytes.get(visitor) ?? 0) + Math.max(bodyBytes(request), MIN_CHANGE_BYTES);
    if (sent > MAX_VISITOR_BYTES) throw unavailable(sentence('demo_share_used'), RETRY_SECONDS);
    sentBytes.set(visitor, sent);
  };
}

const bodyBytes = ({ headers }: Pick<FastifyRequest, 'headers'>): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : UNKNOWN_BYTES;

const secret = randomBytes(32);

/**
 * Returns the address to store and count. In a public demo this is a pseudonym, because visitors see each other's
 * sessions.
 */
export function callerAddress({ settings }: Pick<AppContext, 'settings'>, request: FastifyRequest): string {
  const address = clientAddressOf(request);
  if (!settings.isPublicDemo) return address;
  return `visitor ${createHmac('sha256', secret).update(networkOf(address)).digest('hex').slice(0, 12)}`;
}
