import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { RECIPIENT_TYPES } from '@wayside/contract/notifications';
import { matchesText } from '@wayside/contract/wire/fold-text';
import { Send } from 'lucide-react';
import { type FormEvent, type RefObject, useEffect, useState } from 'react';
import { leavesScreen, UnsavedGuard } from '../../form/unsaved-guard.tsx';
import { msg, plural, t, translated } from '../../languages/text.ts';
import { failureText } from '../../lib/api-error.ts';
import { isOwnServer } from '../../lib/config.ts';
import { formatCount, orNotAvailable } from '../../lib/format.ts';
import type { BannerMessage } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Combobox, type ComboboxOption } from '../../ui/combobox.tsx';
import { Field, LabelledTextArea } from '../../ui/field.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { useIsOnline } from '../../ui/offline-notice.tsx';
import { Select } from '../../ui/select.tsx';
import { whileLoading } from '../../ui/toast.ts';
import { TYPE_LABELS } from './notification-labels.ts';
import {
  MAX_RECIPIENTS,
  recipientsQuery,
  sendNotification,
  sendNotificationDeletion,
} from './notifications-queries.ts';

const ConfirmDialog = lazyPart(() => import('../../ui/confirm-dialog.tsx'), 'ConfirmDialog');

type RecipientType = (typeof RECIPIENT_TYPES)[number];

const TYPES = RECIPIENT_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }));
const MISSING_RECIPIENT = { user: msg('Please select a user'), mechanic: msg('Please select a mechanic') };

interface SentNotification {
  readonly id: string;
  readonly message: string;
  readonly type: RecipientType;
  readonly recipientId: string | null;
}

interface NotificationFormProps {
  ref: RefObject<HTMLTextAreaElement | null>;
  onBanner: (message: BannerMessage) => void;
  onChanged: () => void;
}

/** Form that sends a notification and keeps its content after a failure (NOTI-02, NOTI-03). */
export function NotificationForm({ ref, onBanner, onChanged }: NotificationFormProps) {
  const [message, setMessage] = useState('');
  const [type, setType] = useState<RecipientType>('all');
  const [recipientId, setRecipientId] = useState<string | null>(null);
  const [errors, setErrors] = useState<{ message?: string; recipient?: string }>({});

  const [isConfirmOpen, setIsConfirmOpen] = useState(false);

  const sending = useMutation({
    mutationFn: () => {
      const body = {
        message: message.trim(),
        type,
        userId: type === 'user' ? recipientId : null,
        mechanicId: type === 'mechanic' ? recipientId : null,
      };
      return whileLoading(t('Sending the notification...'), sendNotification(body));
    },
    onSuccess: ({ id, delivery }) => {
      setMessage('');
      setRecipientId(null);
      onChanged();
      if (id === null || !isOwnServer()) onBanner({ tone: 'success', text: t('Notification sent successfully') });
      else offerUndo({ id, message, type, recipientId }, delivery !== null);
    },
    onError: (error) => onBanner({ tone: 'error', text: failureText(error, t('Failed to send notification')) }),
  });
  const undo = useMutation({
    mutationFn: ({ id }: SentNotification) =>
      whileLoading(t('Withdrawing the notification...'), sendNotificationDeletion(id, true)),
    onSuccess: (_, sent) => {
      onBanner({ tone: 'success', text: t('Notification withdrawn') });
      // Restores the form, unless the user has started the next message.
      if (message !== '' || recipientId !== null || type !== sent.type) return;
      setMessage(sent.message);
      setRecipientId(sent.recipientId);
    },
    onError: (error) => onBanner({ tone: 'error', text: failureText(error, t('Failed to delete notification')) }),
    onSettled: onChanged,
  });
  // The outcome is reported once (NOTI-05).
  const offerUndo = (sent: SentNotification, isQueued: boolean) =>
    onBanner({
      tone: 'success',
      text: isQueued ? t('Sends in 10 s.') : t('Saved. No delivery webhook is set up.'),
      action: { label: t('Undo'), onClick: () => undo.mutate(sent) },
    });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...(message.trim() === '' ? { message: t('Please enter a message') } : {}),
      ...(type !== 'all' && recipientId === null ? { recipient: t(MISSING_RECIPIENT[type]) } : {}),
    };
    setErrors(found);
    if (Object.keys(found).length > 0 || sending.isPending) return;
    if (type === 'all' && isOwnServer()) setIsConfirmOpen(true);
    else sending.mutate();
  };

  return (
    <Card>
      <form
        noValidate
        aria-label={t('New notification')}
        className="grid gap-4 p-5 md:grid-cols-2"
        onSubmit={submit}
      >
        <div className="md:row-span-2">
          <LabelledTextArea
            ref={ref}
            label={t('Message')}
            rows={5}
            maxLength={2000}
            value={message}
            error={errors.message}
            onChange={(event) => setMessage(event.target.value)}
          />
        </div>
        <Field label={t('Recipient type')}>
          {(control) => (
            <Select
              {...control}
              className="w-full"
              options={translated(TYPES)}
              value={type}
              onChange={(event) => {
                setType(event.target.value as RecipientType);
                // A recipient is valid for one type only (NOTI-03).
                setRecipientId(null);
                setErrors({});
              }}
            />
          )}
        </Field>
        {type === 'all' ? (
          <p className="self-center text-ink-soft">{t('This goes to all customers and mechanics.')}</p>
        ) : (
          <RecipientField
            key={type}
            type={type}
            value={recipientId}
            onChange={setRecipientId}
            error={errors.recipient}
          />
        )}
        <div className="flex justify-end md:col-span-2 max-md:*:flex-1 sheet-buttons">
          <Button type="submit" variant="primary" icon={<Send className="size-4" />} pending={sending.isPending}>
            {sending.isPending ? t('Sending...') : t('Send notification')}
          </Button>
        </div>
      </form>
      <UnsavedGuard isUnsaved={message.trim() !== '' || recipientId !== null} isLeft={leavesScreen} />
      {isConfirmOpen && (
        <SendToEverybody
          onConfirm={() => {
            setIsConfirmOpen(false);
            sending.mutate();
          }}
          onClose={() => setIsConfirmOpen(false)}
        />
      )}
    </Card>
  );
}

const DEBOUNCE_MS = 300;
const LABELS = {
  user: {
    field: msg('Select user'),
    cut: msg('The first {count} of {total} customers. Type a name, email or phone number.'),
    failed: msg('Failed to load users'),
  },
  mechanic: {
    field: msg('Select mechanic'),
    cut: msg('The first {count} of {total} mechanics. Type a name, email or phone number.'),
    failed: msg('Failed to load mechanics'),
  },
};

interface RecipientFieldProps {
  type: 'user' | 'mechanic';
  value: string | null;
  onChange: (id: string | null) => void;
  error: string | undefined;
}

/**
 * Field to choose a customer or mechanic. Our server searches all of them; with an external provider, the web app
 * searches the newest 100 (NOTI-02, NOTI-05).
 */
function RecipientField({ type, value, onChange, error }: RecipientFieldProps) {
  const asksServer = isOwnServer();
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [chosen, setChosen] = useState<ComboboxOption | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const query = useQuery({ ...recipientsQuery(type, asksServer ? search : ''), placeholderData: keepPreviousData });
  const { data, isPending, isError, refetch } = query;
  const isSearching = asksServer && (typed.trim() !== search || query.isPlaceholderData);
  const options = (data?.rows ?? []).map(({ id, name, email, phone }) => ({
    value: id,
    label: orNotAvailable(name),
    detail: [email, asksServer ? phone : null].filter(Boolean).join(' · ') || orNotAvailable(email),
  }));
  const { field, cut, failed } = LABELS[type];
  const isCut = (data?.total ?? 0) > options.length;
  const shown = asksServer
    ? t(cut, { count: options.length, total: formatCount(data?.total) })
    : t('The newest {count} are listed.', { count: MAX_RECIPIENTS });
  return (
    <div className="grid content-start gap-2">
      <Combobox
        matches={matchesText}
        label={t(field)}
        placeholder={isPending ? t('Loading…') : t('Type a name or email')}
        options={isSearching ? [] : options}
        value={value}
        onChange={(id) => {
          setChosen(options.find((option) => option.value === id) ?? null);
          onChange(id);
        }}
        {...(asksServer ? { onType: setTyped, chosenOption: value === null ? null : chosen } : {})}
        noMatch={isSearching ? t('Searching…') : t('No matches')}
        disabled={isPending && data === undefined && typed === ''}
        error={error}
        hint={isCut || options.length === MAX_RECIPIENTS ? shown : undefined}
      />
      {isError && (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger-text">
          {t(failed)}
          <Button onClick={() => void refetch()}>{t('Try Again')}</Button>
        </p>
      )}
    </div>
  );
}

/** Dialog that confirms a message to everyone and shows the number of recipients (NOTI-05). */
function SendToEverybody({ onConfirm, onClose }: { onConfirm: () => void; onClose: () => void }) {
  const users = useQuery(recipientsQuery('user', ''));
  const mechanics = useQuery(recipientsQuery('mechanic', ''));
  const isCounted = users.data !== undefined && mechanics.data !== undefined;
  const [customers, others] = [users.data?.total ?? 0, mechanics.data?.total ?? 0];
  const isOnline = useIsOnline();
  const failed = users.isError || mechanics.isError;
  const problem = failed ? t('The recipients could not be counted.') : null;
  const question = isCounted
    ? t('{customers} and {mechanics} get this message.', {
        customers: plural(customers, '{count} customer', '{count} customers'),
        mechanics: plural(others, '{count} mechanic', '{count} mechanics'),
      })
    : t('All customers and all mechanics get this message.');
  return (
    <ConfirmDialog
      title={t('Send to all recipients?')}
      question={question}
      confirmLabel={isCounted ? t('Send to {count}', { count: customers + others }) : t('Send')}
      pendingLabel={t('Counting…')}
      tone="primary"
      pending={isOnline && !isCounted && !failed}
      isDisabled={!isOnline}
      error={isOnline ? problem : t('You are offline. Nothing can be sent now.')}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  );
}
