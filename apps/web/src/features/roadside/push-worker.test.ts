import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';

interface Shown {
  readonly title: string;
  readonly tag: string;
  readonly data: unknown;
  close(): void;
}

/** Runs the web app's worker with stubs of the browser APIs that it uses. */
function startWorker(windows: readonly string[]) {
  const listeners = new Map<string, (event: object) => void>();
  const shown: Shown[] = [];
  const opened: string[] = [];
  const clients = windows.map(() => ({
    focus: async () => undefined,
    navigate: async (to: string) => void opened.push(`navigated ${to}`),
  }));
  const self = {
    addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
    skipWaiting: () => undefined,
    clients: {
      claim: async () => undefined,
      matchAll: async () => clients,
      openWindow: async (to: string) => void opened.push(`opened ${to}`),
    },
    registration: {
      showNotification: (title: string, { tag, data }: Omit<Shown, 'title'>) => {
        const notification = { title, tag, data, close: () => void shown.splice(shown.indexOf(notification), 1) };
        shown.push(notification);
        return Promise.resolve();
      },
      getNotifications: async ({ tag }: { tag: string }) => shown.filter((each) => each.tag === tag),
    },
  };
  runInNewContext(readFileSync(new URL('../../../public/push-worker.js', import.meta.url), 'utf8'), { self });
  const send = async (name: string, event: object) => {
    const work: Promise<unknown>[] = [];
    listeners.get(name)?.({ ...event, waitUntil: (each: Promise<unknown>) => work.push(each) });
    await Promise.all(work);
  };
  return {
    listeners,
    shown,
    opened,
    send,
    push: (message: object) => send('push', { data: { json: () => message } }),
  };
}

const UNCLAIMED = { kind: 'unclaimed', id: 'e1', text: 'Emergency unclaimed for 60 s' };

test('[DESK-05] the push worker shows an unclaimed emergency, and closes only that notification when it is claimed', async () => {
  const { shown, push } = startWorker([]);
  await push(UNCLAIMED);
  await push({ ...UNCLAIMED, id: 'e2' });
  expect(shown.map(({ title, tag }) => [title, tag])).toEqual([
    ['Emergency unclaimed for 60 s', 'e1'],
    ['Emergency unclaimed for 60 s', 'e2'],
  ]);
  await push({ kind: 'claimed', id: 'e1' });
  expect(shown.map(({ tag }) => tag)).toEqual(['e2']);
});

test.each([
  ['a new window', [], 'opened /roadside?emergency=e1'],
  ['the window that is open', ['/users'], 'navigated /roadside?emergency=e1'],
])('[DESK-05] a click on a push notification opens the row in %s', async (_, windows, expected) => {
  const { shown, opened, push, send } = startWorker(windows);
  await push(UNCLAIMED);
  await send('notificationclick', { notification: shown[0] });
  expect([shown, opened]).toEqual([[], [expected]]);
});

test('[DESK-05] the push worker handles no requests', () => {
  expect([...startWorker([]).listeners.keys()].sort()).toEqual([
    'activate',
    'install',
    'notificationclick',
    'push',
  ]);
});
