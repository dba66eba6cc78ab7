// Shows the push messages of the roadside desk and opens their emergency (DESK-05). It handles no fetch events and
// stores nothing.
self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('push', (event) => {
  const { kind, id, text } = event.data?.json() ?? {};
  if (typeof id !== 'string') return;
  event.waitUntil(kind === 'unclaimed' ? show(id, String(text)) : close(id));
});

const show = (id, text) =>
  self.registration.showNotification(text, {
    tag: id,
    body: 'Open Roadside to claim it.',
    icon: '/icons/icon-192.png',
    badge: '/icons/badge-96.png',
    requireInteraction: true,
    renotify: true,
    data: { id },
  });

async function close(id) {
  for (const notification of await self.registration.getNotifications({ tag: id })) notification.close();
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(`/roadside?emergency=${encodeURIComponent(event.notification.data.id)}`));
});

/** Goes there in an open window of the application, which may be the only one of an installed application, or opens one. */
async function open(address) {
  const [window] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (window === undefined) return self.clients.openWindow(address);
  await window.focus();
  return window.navigate(address).catch(() => self.clients.openWindow(address));
}
