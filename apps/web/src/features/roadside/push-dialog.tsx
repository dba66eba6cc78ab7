import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getPushKey, subscribeToPush, unsubscribeFromPush } from '@wayside/contract/push';
import { type Message, msg, t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { config } from '../../lib/config.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureText } from '../../ui/failure-text.tsx';

const WORKER = '/push-worker.js';

/**
 * State of push notifications in this browser: `insecure` without HTTPS (TOUGH-01), `unsupported` if the browser
 * cannot show them, `blocked` by its settings, `demo` in a public demo, which calls no push service (SHIP-06).
 */
type PushState = 'demo' | 'insecure' | 'unsupported' | 'blocked' | 'off' | 'on';

async function readPushState(): Promise<PushState> {
  if (config().isPublicDemo) return 'demo';
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return Notification.permission === 'granted' && (await ownSubscription()) !== null ? 'on' : 'off';
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

/** Requests permission and subscribes (DESK-05). @throws if the subscription was not stored */
async function turnPushOn(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return readPushState();
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const { publicKey } = await call(getPushKey);
  await storeSubscription(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }));
  return 'on';
}

async function storeSubscription(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  if (!endpoint || !keys?.['p256dh'] || !keys['auth']) throw new Error('the browser returned no keys');
  await call(subscribeToPush, { body: { endpoint, p256dh: keys['p256dh'], auth: keys['auth'] } });
}

/** Ends the subscription (DESK-05). @throws if it still exists */
async function turnPushOff(): Promise<PushState> {
  const subscription = await ownSubscription();
  if (subscription === null) return 'off';
  await call(unsubscribeFromPush, { body: { endpoint: subscription.endpoint } });
  await subscription.unsubscribe();
  return 'off';
}

/** Resends the subscription of an earlier session to the server (DESK-05). */
export async function renewPush(): Promise<void> {
  if ((await readPushState()) !== 'on') return;
  const subscription = await ownSubscription();
  if (subscription !== null) await storeSubscription(subscription);
}

const EXPLANATIONS: Readonly<Record<PushState, Message>> = {
  demo: msg('The public demo sends no notifications.'),
  insecure: msg(
    'This address does not use https, and browsers allow notifications only over https. Ask for the https address of this site.',
  ),
  unsupported: msg(
    'This browser has no push notifications. On an iPhone or iPad, add this site to the home screen first, and open it from there.',
  ),
  blocked: msg(
    'Notifications from this site are blocked. Allow them in the browser settings, then open this dialog again.',
  ),
  off: msg('Notifications are off in this browser.'),
  on: msg('Notifications are on in this browser.'),
};

const PUSH_KEY = ['roadside-push'];

/** Dialog that turns notifications on and off, or explains why they are unavailable (DESK-05). */
export function PushDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const { data: state } = useQuery({ queryKey: PUSH_KEY, queryFn: readPushState, gcTime: 0 });
  const change = useMutation({
    mutationFn: () => (state === 'on' ? turnPushOff() : turnPushOn()),
    onSuccess: (changed) => client.setQueryData(PUSH_KEY, changed),
  });
  const canChange = state === 'on' || state === 'off';
  return (
    <Dialog
      title={t('Notifications')}
      size="sm"
      isText
      onClose={onClose}
      footer={
        canChange && (
          <Button
            variant={state === 'on' ? 'secondary' : 'primary'}
            pending={change.isPending}
            onClick={() => change.mutate()}
          >
            {state === 'on' ? t('Turn off') : t('Turn on')}
          </Button>
        )
      }
    >
      <div className="grid gap-3">
        <p className="text-ink-soft">
          {t(
            'While you are on shift with the desk closed, this device notifies you of emergencies that are not claimed in time. Notifications contain no names.',
          )}
        </p>
        <p role="status" className="font-medium">
          {state && t(EXPLANATIONS[state])}
        </p>
        <FailureText>{change.error && failureText(change.error, t('Please try again.'))}</FailureText>
      </div>
    </Dialog>
  );
}
