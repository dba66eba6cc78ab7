import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { failureText } from '../../lib/api-error.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { type PushState, readPushState, turnPushOff, turnPushOn } from './push.ts';

const EXPLANATIONS: Readonly<Record<PushState, string>> = {
  insecure:
    'This address does not use https, and browsers allow notifications only over https. Ask for the https address of this site.',
  unsupported:
    'This browser has no push notifications. On an iPhone or iPad, add this site to the home screen first, and open it from there.',
  blocked:
    'Notifications of this site are blocked. Allow them in the settings of the browser, then open this again.',
  off: 'Notifications are off in this browser.',
  on: 'Notifications are on in this browser.',
};

const PUSH_KEY = ['roadside-push'];

/** Turns notifications of this browser on and off, or explains why there are none (DESK-05). */
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
      title="Notifications"
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
            {state === 'on' ? 'Turn off' : 'Turn on'}
          </Button>
        )
      }
    >
      <div className="grid gap-3">
        <p className="text-ink-soft">
          While you are on shift and the desk is closed, this device tells you of emergencies that nobody has
          claimed in time. It names no person.
        </p>
        <p role="status" className="font-medium">
          {state && EXPLANATIONS[state]}
        </p>
        <FailureText>{change.error && failureText(change.error, 'Please try again.')}</FailureText>
      </div>
    </Dialog>
  );
}
