import * as z from 'zod/mini';
import { type Answer, sentTo } from './open-screen.ts';

/** The fields that the screen has sent to an endpoint, in the domain's words; omitted fields are missing. */
export const sentFields = (endpoint: Answer['endpoint']): Record<string, unknown>[] =>
  sentTo(endpoint).map((sent) => {
    const decoded: object = z.decode(endpoint.body ?? z.never(), sent);
    return Object.fromEntries(Object.entries(decoded).filter(([, value]) => value !== undefined));
  });
