import * as z from 'zod/mini';
import { type MockResponse, sentBodies } from './open-screen.ts';

/** Returns the fields that the screen sent to an endpoint, with their domain names; omitted fields are missing. */
export const sentFields = (endpoint: MockResponse['endpoint']): Record<string, unknown>[] =>
  sentBodies(endpoint).map((sent) => {
    const decoded: object = z.decode(endpoint.body ?? z.never(), sent);
    return Object.fromEntries(Object.entries(decoded).filter(([, value]) => value !== undefined));
  });
