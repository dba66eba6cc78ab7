import type { Emergency, RoadsideDesk, RoadsideTargets } from '@wayside/contract/roadside';
import { DialogForm } from '../../form/dialog-form.tsx';
import { TextArea, TextField } from '../../form/fields.tsx';
import { richText } from '../../languages/rich-text.ts';
import { englishOf, msg, t, verbatim } from '../../languages/text.ts';
import { failureText } from '../../lib/api-error.ts';
import { config } from '../../lib/config.ts';
import { formatTime } from '../../lib/format.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { performAction, sendAction } from './desk-actions.ts';
import { isMutedNow } from './desk-session.ts';
import { emergencyName, targetSecondsOf, targetText } from './emergency-labels.ts';
import { reloadQueue, sendTargets, updateEmergency } from './roadside-queries.ts';

const SOURCES = [
  {
    name: verbatim('GeoNames'),
    use: msg('Names of places, districts and cities in India.'),
    source: 'https://www.geonames.org',
    licence: verbatim('CC BY 4.0'),
    terms: 'https://creativecommons.org/licenses/by/4.0/',
  },
  {
    name: msg('All India Pincode Directory, Department of Posts'),
    use: msg('Positions of post offices, used to check and complete the places.'),
    source: 'https://www.data.gov.in',
    licence: msg('Government Open Data License – India'),
    terms: 'https://www.data.gov.in/Godl',
  },
] as const;

/** Dialog with the data sources and their licences (DESK-02). */
export function AboutDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title={t('About {brand}', { brand: config().brand })}
      size="sm"
      isText
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('Close')}</Button>}
    >
      <h3 className="font-semibold">{t('Place names')}</h3>
      <ul className="mt-2 grid gap-4">
        {SOURCES.map(({ name, use, source, licence, terms }) => (
          <li key={source} className="grid gap-0.5">
            <a className="link w-fit font-medium" href={source} target="_blank" rel="noreferrer">
              {t(name)}
            </a>
            <p className="text-ink-soft">{t(use)}</p>
            <p className="text-sm">
              {richText('{licence}, changed: reduced to one place per neighbourhood.', {
                licence: (
                  <a className="link" href={terms} target="_blank" rel="noreferrer">
                    {t(licence)}
                  </a>
                ),
              })}
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Common reasons to choose from; the user can also type another one. */
const COMMON_REASONS = [
  msg('The customer no longer needs help.'),
  msg('The customer cannot be reached.'),
  msg('The same emergency was reported twice.'),
  msg('No mechanic can arrive in time.'),
  msg('The place or the number is wrong.'),
] as const;
const MAX_REASON_LENGTH = 200;

/** Form that requests the marketplace to cancel an emergency, with a reason (ROAD-05). */
export function CancelForm({ emergency, onClose }: { emergency: Emergency; onClose: () => void }) {
  return (
    <DialogForm
      title={t('Request cancellation')}
      description={t('{emergency}. The marketplace decides. Until then the emergency stays in the queue.', {
        emergency: emergencyName(emergency),
      })}
      defaultValues={{ reason: '' }}
      submitLabel={t('Request cancellation')}
      cancelLabel={t('Keep it')}
      tone="danger"
      pendingLabel={t('Requesting...')}
      save={({ reason }) => sendAction(emergency.id, { kind: 'cancel', reason: reason.trim() })}
      done={null}
      describeFailure={(error) => {
        void reloadQueue();
        return {
          message: failureText(
            error,
            t('No response from the server. Check whether the request was made before you try again.'),
          ),
        };
      }}
      onSaved={(changed) => {
        onClose();
        updateEmergency(changed);
      }}
      onClose={onClose}
    >
      {({ control, setValue, watch }) => (
        <>
          <fieldset aria-label={t('Common reasons')} className="grid grid-cols-1 gap-1">
            {COMMON_REASONS.map((common, place) => {
              // The reason is sent to the marketplace in English, regardless of the user's language (LANG-01).
              const reason = englishOf(common);
              const isChosen = watch('reason') === reason;
              return (
                <button
                  key={reason}
                  type="button"
                  aria-pressed={isChosen}
                  {...(place === 0 ? { 'data-first-focus': true } : {})}
                  onClick={() =>
                    setValue('reason', isChosen ? '' : reason, { shouldDirty: true, shouldValidate: true })
                  }
                  className={cn(
                    'min-h-9 rounded-md border border-line px-3 py-1 text-left hover:bg-hover touch:min-h-11',
                    isChosen && 'border-accent bg-accent-soft font-medium',
                  )}
                >
                  {t(common)}
                </button>
              );
            })}
          </fieldset>
          <TextArea
            name="reason"
            control={control}
            label={t('Reason')}
            rows={2}
            maxLength={MAX_REASON_LENGTH}
            required
          />
        </>
      )}
    </DialogForm>
  );
}

interface HandOverDialogProps {
  emergency: Emergency;
  colleagues: readonly RoadsideDesk[];
  onClose: () => void;
}

/**
 * Dialog that offers the user's claim to a colleague with an open desk. The user keeps the claim until the colleague
 * accepts (ROAD-03).
 */
export function HandOverDialog({ emergency, colleagues, onClose }: HandOverDialogProps) {
  const able = colleagues.filter(({ isOpen }) => isOpen);
  const offer = (adminId: string | null) => {
    void performAction(emergency.id, { kind: 'offer', adminId });
    onClose();
  };
  const offeredToId = emergency.claim?.offeredToId ?? null;
  return (
    <Dialog
      title={t('Hand over')}
      size="sm"
      description={t('{emergency}. You keep it until they accept.', { emergency: emergencyName(emergency) })}
      onClose={onClose}
      footer={
        <>
          {offeredToId !== null && <Button onClick={() => offer(null)}>{t('Withdraw offer')}</Button>}
          {able.length === 0 && (
            <Button
              variant="primary"
              onClick={() => {
                onClose();
                void performAction(emergency.id, { kind: 'release' });
              }}
            >
              {t('Release')}
            </Button>
          )}
        </>
      }
    >
      {able.length === 0 ? (
        <p className="text-ink-soft">
          {t('No other desk is open. Release it, so that it rings for everyone again, or call a colleague.')}
        </p>
      ) : (
        <ul aria-label={t('Open desks')} className="grid grid-cols-1 gap-1">
          {able.map((desk, place) => (
            <li key={desk.id}>
              <button
                type="button"
                {...(place === 0 ? { 'data-first-focus': true } : {})}
                onClick={() => offer(desk.id)}
                className="grid min-h-11 w-full content-center rounded-md px-3 py-1.5 text-left hover:bg-hover"
              >
                <span translate="no" className="font-medium wrap-anywhere">
                  {desk.name}
                </span>
                {(isMutedNow(desk) || desk.id === offeredToId) && (
                  <span className="text-sm text-ink-soft">
                    {desk.id === offeredToId
                      ? t('It is now offered to them')
                      : t('Muted until {time}', { time: formatTime(desk.mutedUntil) })}
                  </span>
                )}
              </button>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  );
}

const FIELDS = [
  ['claimSeconds', msg('Claimed within')],
  ['assignSeconds', msg('Assigned within')],
  ['arriveSeconds', msg('On site within')],
] as const;

const VALID = {
  validate: (typed: string) =>
    targetSecondsOf(typed) !== null || t('Minutes and seconds, such as 1:30; 24 hours at most.'),
};

/** Form that sets the time targets of the states new, claimed and assigned (ROAD-01). */
export function TargetsForm({ targets, onClose }: { targets: RoadsideTargets; onClose: () => void }) {
  return (
    <DialogForm
      title={t('Targets')}
      description={t('Applies to all users immediately. Emergencies over target move to the top and are coloured.')}
      defaultValues={{
        claimSeconds: targetText(targets.claimSeconds),
        assignSeconds: targetText(targets.assignSeconds),
        arriveSeconds: targetText(targets.arriveSeconds),
      }}
      submitLabel={t('Save')}
      pendingLabel={t('Saving...')}
      save={(typed) =>
        sendTargets({
          claimSeconds: targetSecondsOf(typed.claimSeconds) ?? targets.claimSeconds,
          assignSeconds: targetSecondsOf(typed.assignSeconds) ?? targets.assignSeconds,
          arriveSeconds: targetSecondsOf(typed.arriveSeconds) ?? targets.arriveSeconds,
        })
      }
      done={t('Targets saved')}
      describeFailure={(error) => ({ message: failureText(error, t('Nothing was saved. Please try again.')) })}
      onSaved={onClose}
      onClose={onClose}
    >
      {({ control }) =>
        FIELDS.map(([name, label]) => (
          <TextField
            name={name}
            control={control}
            rules={VALID}
            key={name}
            label={t(label)}
            hint={t('Minutes and seconds')}
            inputMode="text"
            autoComplete="off"
            required
          />
        ))
      }
    </DialogForm>
  );
}
