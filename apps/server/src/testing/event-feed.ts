import type { Event } from '@wayside/contract/events';
import type { TestApplication } from './test-application.ts';

/** The feed of an application, read with a service key of its own. */
export async function openFeed(test: Pick<TestApplication, 'call'>, token: string) {
  const { body } = await test.call('POST', '/admin/keys', {
    token,
    body: { name: 'receiver', scopes: ['changes'] },
  });
  const headers = { authorization: `Bearer ${body.key}` };
  const read = (query: Record<string, string> = {}) => test.call('GET', '/changes', { headers, query });
  let cursor: string | null = null;
  return {
    read,
    /** The events since the last call. */
    next: async (): Promise<Event[]> => {
      const answer = await read({ ...(cursor === null ? {} : { after: cursor }), limit: '1000' });
      cursor = answer.body.cursor;
      return answer.body.data;
    },
  };
}
