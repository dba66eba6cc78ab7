import { Button } from '../../ui/button.tsx';
import { ACTION_LABELS } from './desk-actions.ts';
import { dismissPressed, press, usePressed } from './pressed-actions.ts';

/** Shows whether an action is in progress, has no response, or was certainly not done (ROAD-03). Nothing is repeated automatically. */
export function UnsentNote({ id }: { id: string }) {
  const pressed = usePressed(id);
  if (pressed === undefined || pressed.state === 'sending') return null;
  const { failed } = ACTION_LABELS[pressed.action.kind];
  return (
    <div
      role="alert"
      className="relative z-10 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md bg-warning-soft px-3 py-1.5 text-warning-text"
    >
      {pressed.state === 'unknown' ? (
        <p className="min-w-0 flex-1">No answer yet. Whether it was done is looked up as soon as there is one.</p>
      ) : (
        <>
          <p className="min-w-0 flex-1 font-medium">Not sent. {failed}.</p>
          <span className="flex gap-2">
            <Button onClick={() => void press(id, pressed.action)}>Try again</Button>
            <Button variant="ghost" onClick={() => dismissPressed(id)}>
              Leave it
            </Button>
          </span>
        </>
      )}
    </div>
  );
}
