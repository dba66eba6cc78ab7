import { getPushKey, subscribeToPush, unsubscribeFromPush } from '@wayside/contract/push';
import { call } from '../../lib/api.ts';

const WORKER = '/push-worker.js';

/**
 * Whether this browser shows notifications: `insecure` without https, where browsers have no push (TOUGH-01); `unsupported` by the browser;
 * `blocked` in its settings.
 */
export type PushState = 'insecure' | 'unsupported' | 'blocked' | 'off' | 'on';

/** The state of this browser (DESK-05). */
export async function readPushState(): Promise<PushState> {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && (await ownSubscription()) !== null ? 'on' : 'off';
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Asks the browser for permission and subscribes (DESK-05). @returns the state after it @throws if nothing was stored */
export async function turnPushOn(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState();
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const { publicKey } = await call(getPushKey);
  await storeSubscription(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
  return 'on';
}

async function storeSubscription(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) throw new Error('the browser gave no keys');
  await call(subscribeToPush, { body: { endpoint, p256dh: keys['p256dh'], auth: keys['auth'] } });
}

/** Ends the subscription of this browser (DESK-05). @throws if it is still there */
export async function turnPushOff(): Promise<PushState> {
  const subscription = await ownSubscription();
  if (subscription === null) return 'off';
  await call(unsubscribeFromPush, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
  return 'off';
}

/** Tells the server again of a subscription that was made in an earlier session (DESK-05). */
export async function renewPush(): Promise<void> {
  if ((await readPushState()) !== 'on') return;
  const subscription = await ownSubscription();
  if (subscription !== null) await storeSubscription(subscription);
}
