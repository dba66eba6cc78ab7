import type { Event } from '@wayside/contract/events';
import { serviceKeyHeader } from './service-key.ts';
import type { TestApplication } from './test-application.ts';

/** Opens the event feed of an application with its own service key. */
export async function openFeed(test: Pick<TestApplication, 'call' | 'database'>) {
  const headers = await serviceKeyHeader(test.database, 'changes');
  const read = (query: Record<string, string> = {}) => test.call('GET', '/changes', { headers, query });
  let cursor: string | null = null;
  return {
    read,
    /** Returns the events since the last call. */
    next: async (): Promise<Event[]> => {
      const response = await read({ ...(cursor === null ? {} : { after: cursor }), limit: '1000' });
      cursor = response.body.cursor;
      return response.body.data;
    },
  };
}
