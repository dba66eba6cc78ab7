import type { Decision, Mechanic } from '@wayside/contract/mechanics';
import { Plus, X } from 'lucide-react';
import {
  type KeyboardEvent as ReactKeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { DialogForm } from '../../form/dialog-form.tsx';
import { TextArea } from '../../form/fields.tsx';
import { englishOf, type Message, msg, t } from '../../languages/text.ts';
import { ApiError, failureText } from '../../lib/api-error.ts';
import { updateConfirmedRecord } from '../../lib/cached-records.ts';
import { isOwnServer } from '../../lib/config.ts';
import { setPreferences, usePreferences } from '../../lib/preferences.ts';
import { MECHANIC_KEYS } from '../../lib/record-keys.ts';
import { Button, IconButton, Kbd } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { isTypingTarget } from '../../ui/focus.ts';
import {
  approvalWarnings,
  DECISION_LABELS,
  type DocumentName,
  missingDocuments,
  nameOfApplicant,
  needsRemarks,
} from './mechanic-labels.ts';
import { invalidateApplications, sendDecision } from './mechanics-queries.ts';
import { failureOf, typedRemarks } from './unsent-decisions.ts';

/** Statuses that mean another administrator has decided or deleted the application. */
const OUTDATED_STATUSES = [404, 409];

interface DecisionDialogProps {
  mechanic: Mechanic;
  decision: Decision;
  /** If set, receives the decision instead of sending it immediately (WORK-05). */
  onDecided?: ((remarks: string) => void) | undefined;
  onClose: () => void;
}

/**
 * Dialog that asks for remarks on a decision (MECH-08). Before an approval, it warns if something is missing
 * (WORK-05).
 */
export function DecisionDialog({ mechanic, decision, onDecided, onClose }: DecisionDialogProps) {
  const labels = DECISION_LABELS[decision];
  const name = nameOfApplicant(mechanic);
  const [savedRemarks] = useState(() => typedRemarks(mechanic.id, decision));
  const [isBlank, setBlank] = useState(savedRemarks.trim() === '');
  const isAllowed = !needsRemarks(decision) || !isBlank;
  const failure = failureOf(mechanic.id, decision);
  const warnings = decision === 'approved' && isOwnServer() ? approvalWarnings(mechanic) : [];
  return (
    <DialogForm
      title={labels.title(name)}
      defaultValues={{ remarks: savedRemarks }}
      submitLabel={warnings.length > 0 ? t('Approve anyway') : t(labels.verb)}
      pendingLabel={t(labels.pending)}
      tone={labels.tone}
      isAllowed={isAllowed}
      save={async ({ remarks }) => {
        const typed = remarks.trim();
        if (onDecided) onDecided(typed);
        else await sendDecision({ id: mechanic.id, status: decision, remarks: typed });
      }}
      describeFailure={(error) => {
        // Reloads the applications, so that the screen behind this dialog shows the new state.
        if (error instanceof ApiError && OUTDATED_STATUSES.includes(error.status)) void invalidateApplications();
        return { message: failureText(error, t(labels.failed)) };
      }}
      done={onDecided ? null : labels.done(name)}
      onSaved={() => {
        if (onDecided) return;
        void updateConfirmedRecord<Mechanic>(MECHANIC_KEYS, mechanic.id, { status: decision });
        onClose();
        void invalidateApplications();
      }}
      onClose={onClose}
    >
      {({ control, watch, setValue }) => {
        const change = (remarks: string) => {
          setValue('remarks', remarks, { shouldDirty: true });
          setBlank(remarks.trim() === '');
        };
        return (
          <>
            <FailureText>{failure}</FailureText>
            {warnings.length > 0 && (
              <p className="rounded-md bg-warning-soft px-3 py-2 text-warning-text">{warnings.join(' ')}</p>
            )}
            {needsRemarks(decision) && isOwnServer() && (
              <ReviewReasons
                text={watch('remarks')}
                onChange={change}
                missing={missingDocuments(mechanic)}
                isFirst={savedRemarks === ''}
              />
            )}
            <TextArea
              name="remarks"
              control={control}
              rules={{
                onChange: (event) => setBlank(String(event.target.value).trim() === ''),
              }}
              label={t(labels.remarks)}
              rows={4}
              maxLength={2000}
              required={needsRemarks(decision)}
              hint={isOwnServer() && labels.hint ? t(labels.hint) : undefined}
              onKeyDown={(event) => submitOnEnter(event, isAllowed)}
            />
          </>
        );
      }}
    </DialogForm>
  );
}

/** Submits on Enter; Shift+Enter inserts a line break. */
function submitOnEnter(event: ReactKeyboardEvent<HTMLTextAreaElement>, isAllowed: boolean): void {
  if (event.key !== 'Enter' || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (isAllowed) event.currentTarget.form?.requestSubmit();
}

const MISSING_SHOP = msg('The photo of the shop is missing.');
const MISSING_DOCUMENT_REASONS: Readonly<Record<DocumentName, Message>> = {
  aadhaarCard: msg('The Aadhaar card is missing.'),
  profilePhoto: msg('The profile photo is missing.'),
  shopPhoto: MISSING_SHOP,
};
/** Built-in reasons that apply to every business (WORK-05). */
const FIXED_REASONS: readonly Message[] = [
  msg('The Aadhaar card is not readable.'),
  msg('The photo does not show the person.'),
  msg('The name differs from the Aadhaar card.'),
  MISSING_SHOP,
];
const MAX_KEYS = 9;

/** A reason in the user's language (`label`) and in English (`value`), which is sent (LANG-01). */
interface Reason {
  readonly label: string;
  readonly value: string;
}

const fixedReasons = (missing: readonly DocumentName[]): readonly Reason[] => {
  const first = missing.map((name) => MISSING_DOCUMENT_REASONS[name]);
  return [...first, ...FIXED_REASONS.filter((reason) => !first.includes(reason))].map((reason) => ({
    label: t(reason),
    value: englishOf(reason),
  }));
};

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '');
const hasReason = (text: string, reason: string): boolean => linesOf(text).includes(reason);

/** Adds a reason as a line, or removes it. */
const toggleReason = (text: string, reason: string): string =>
  (hasReason(text, reason) ? linesOf(text).filter((line) => line !== reason) : [...linesOf(text), reason]).join(
    '\n',
  );

/** A reason is a single line of at most 300 characters. */
const MAX_REASON_LENGTH = 300;
const MAX_OWN_REASONS = MAX_KEYS - FIXED_REASONS.length;

interface ReviewReasonsProps {
  text: string;
  onChange: (text: string) => void;
  missing: readonly DocumentName[];
  /** Whether the first reason gets the focus. */
  isFirst: boolean;
}

/**
 * Reasons that the user chooses by click or with the keys 1 to 9 (with Alt while typing). Typing a letter moves the
 * focus to the remarks. The typed text can be saved as a reason while keys are free.
 */
function ReviewReasons({ text, onChange, missing, isFirst }: ReviewReasonsProps) {
  const group = useRef<HTMLFieldSetElement>(null);
  const own = usePreferences().reviewReasons ?? [];
  const reasons = [...fixedReasons(missing), ...own.map((value) => ({ label: value, value }))].slice(0, MAX_KEYS);
  const keep = (reviewReasons: string[]) => setPreferences({ reviewReasons });
  const typed = text.trim();
  const isSavable =
    isOwnServer() &&
    typed !== '' &&
    typed.length <= MAX_REASON_LENGTH &&
    !typed.includes('\n') &&
    !reasons.some(({ value }) => value === typed) &&
    own.length < MAX_OWN_REASONS;
  const toggle = (reason: string) => onChange(toggleReason(text, reason));
  useReasonKeys(group, (index) => {
    const reason = reasons[index];
    if (reason === undefined) return false;
    toggle(reason.value);
    return true;
  });
  return (
    <fieldset ref={group} aria-label={t('Reasons')} className="grid grid-cols-1 gap-0.5">
      {reasons.map(({ label, value: reason }, index) => (
        <div key={reason} className="flex items-center gap-1">
          <ReasonButton
            reason={label}
            keyName={String(index + 1)}
            isChosen={hasReason(text, reason)}
            isFirst={isFirst && index === 0}
            onToggle={() => toggle(reason)}
          />
          {own.includes(reason) && (
            <IconButton
              label={t('Remove the reason: {reason}', { reason })}
              tip={t('Remove this reason')}
              icon={<X className="size-4" />}
              onClick={() => keep(own.filter((each) => each !== reason))}
            />
          )}
        </div>
      ))}
      {isSavable && (
        <Button
          variant="ghost"
          className="justify-self-start"
          icon={<Plus className="size-4" />}
          onClick={() => keep([...own, typed])}
        >
          {t('Save the typed text as a reason')}
        </Button>
      )}
    </fieldset>
  );
}

interface ReasonButtonProps {
  reason: string;
  keyName: string;
  isChosen: boolean;
  isFirst: boolean;
  onToggle: () => void;
}

function ReasonButton({ reason, keyName, isChosen, isFirst, onToggle }: ReasonButtonProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      aria-keyshortcuts={keyName}
      {...(isFirst ? { 'data-first-focus': true } : {})}
      onClick={onToggle}
      className={cn(
        'flex min-h-8 min-w-0 flex-1 items-center gap-2 rounded-md px-2 py-1 text-left hover:bg-hover touch:min-h-11',
        isChosen && 'bg-accent-soft font-medium',
      )}
    >
      <span aria-hidden="true" className="shrink-0 touch:hidden">
        <Kbd>{keyName}</Kbd>
      </span>
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {reason}
      </span>
    </button>
  );
}

const isLetter = (key: string): boolean => /^\p{L}$/u.test(key);

/**
 * Returns the digit of a key from 1 to 9. With Alt, some keyboards report another character, so the key code is used.
 */
function digitOf({ key, code, altKey, shiftKey }: KeyboardEvent): number | null {
  const digit = /^[1-9]$/.test(key) ? key : altKey && /^Digit([1-9])$/.exec(code)?.[1];
  return digit && !shiftKey ? Number(digit) : null;
}

/** Returns the dialog that contains the reasons if the key was pressed in it; null if it was pressed elsewhere. */
function dialogOf({ target }: KeyboardEvent, group: HTMLElement | null): Element | null {
  const dialog = group?.closest('[role="dialog"]') ?? null;
  return target instanceof Element && target.closest('[role="dialog"]') === dialog ? dialog : null;
}

/** Handles the number keys that choose a reason. @param choose returns whether the reason exists */
function useReasonKeys(group: RefObject<HTMLElement | null>, choose: (index: number) => boolean): void {
  const chooseNow = useEffectEvent(choose);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const dialog = dialogOf(event, group.current);
      if (dialog === null || event.ctrlKey || event.metaKey || event.isComposing) return;
      const isTyping = isTypingTarget(event.target);
      const digit = digitOf(event);
      if (digit !== null && (event.altKey || !isTyping) && chooseNow(digit - 1)) {
        event.preventDefault();
        // Moves the focus so that Enter sends the decision. The button becomes enabled with the next render.
        if (!isTyping) queueMicrotask(() => dialog.querySelector<HTMLElement>('button[type="submit"]')?.focus());
      } else if (!isTyping && !event.altKey && isLetter(event.key)) dialog.querySelector('textarea')?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [group]);
}
