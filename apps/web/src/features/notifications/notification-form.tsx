import { useMutation } from '@tanstack/react-query';
import type { RECIPIENT_TYPES } from '@wayside/contract/notifications';
import { Send } from 'lucide-react';
import { type FormEvent, type RefObject, useState } from 'react';
import { failureText } from '../../lib/api-error.ts';
import { isOwnServer } from '../../lib/config.ts';
import { useUnsavedInput } from '../../lib/unsaved-input.ts';
import type { BannerMessage } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Field, LabelledTextArea } from '../../ui/field.tsx';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Select } from '../../ui/select.tsx';
import { whileLoading } from '../../ui/toast.ts';
import { sendNotification, sendNotificationDeletion } from './notifications-queries.ts';
import { RecipientField } from './recipient-field.tsx';

const SendToEverybody = lazyPart(() => import('./send-to-everybody.tsx'), 'SendToEverybody');

type RecipientType = (typeof RECIPIENT_TYPES)[number];

const TYPES = [
  { value: 'all', label: 'All' },
  { value: 'user', label: 'User' },
  { value: 'mechanic', label: 'Mechanic' },
];
const MISSING_RECIPIENT = { user: 'Please select a user', mechanic: 'Please select a mechanic' };

/** What was sent, as it was typed. */
interface SentNotification {
  readonly id: string;
  readonly message: string;
  readonly type: RecipientType;
  readonly recipientId: string | null;
}

export interface NotificationFormProps {
  /** The field of the message. */
  ref: RefObject<HTMLTextAreaElement | null>;
  onBanner: (message: BannerMessage) => void;
  /** Called after a notification is sent or taken back. */
  onChanged: () => void;
}

/** Sends a notification; the form keeps its content after a failure (NOTI-02, NOTI-03). */
export function NotificationForm({ ref, onBanner, onChanged }: NotificationFormProps) {
  const [message, setMessage] = useState('');
  const [type, setType] = useState<RecipientType>('all');
  const [recipientId, setRecipientId] = useState<string | null>(null);
  const [errors, setErrors] = useState<{ message?: string; recipient?: string }>({});

  const [isConfirmOpen, setIsConfirmOpen] = useState(false);

  useUnsavedInput(message.trim() !== '' || recipientId !== null);

  const sending = useMutation({
    mutationFn: () => {
      const body = {
        message: message.trim(),
        type,
        userId: type === 'user' ? recipientId : null,
        mechanicId: type === 'mechanic' ? recipientId : null,
      };
      return whileLoading('Sending the notification...', sendNotification(body));
    },
    onSuccess: ({ id, delivery }) => {
      setMessage('');
      setRecipientId(null);
      onChanged();
      if (id === null || !isOwnServer()) onBanner({ tone: 'success', text: 'Notification sent successfully' });
      else offerUndo({ id, message, type, recipientId }, delivery !== null);
    },
    onError: (error) => onBanner({ tone: 'error', text: failureText(error, 'Failed to send notification') }),
  });
  const undo = useMutation({
    mutationFn: ({ id }: SentNotification) =>
      whileLoading('Taking the notification back...', sendNotificationDeletion(id, true)),
    onSuccess: (_, sent) => {
      onBanner({ tone: 'success', text: 'Notification withdrawn' });
      // Back in the form, unless the next one is already written there.
      if (message !== '' || recipientId !== null || type !== sent.type) return;
      setMessage(sent.message);
      setRecipientId(sent.recipientId);
    },
    onError: (error) => onBanner({ tone: 'error', text: failureText(error, 'Failed to delete notification') }),
    onSettled: onChanged,
  });
  // The outcome is reported once (NOTI-05).
  const offerUndo = (sent: SentNotification, isQueued: boolean) =>
    onBanner({
      tone: 'success',
      text: isQueued ? 'Leaves in 10 s.' : 'Saved. No delivery webhook is set up.',
      action: { label: 'Undo', onClick: () => undo.mutate(sent) },
    });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...(message.trim() === '' ? { message: 'Please enter a message' } : {}),
      ...(type !== 'all' && recipientId === null ? { recipient: MISSING_RECIPIENT[type] } : {}),
    };
    setErrors(found);
    if (Object.keys(found).length > 0 || sending.isPending) return;
    if (type === 'all' && isOwnServer()) setIsConfirmOpen(true);
    else sending.mutate();
  };

  return (
    <Card>
      <form noValidate aria-label="New notification" className="grid gap-4 p-5 md:grid-cols-2" onSubmit={submit}>
        <div className="md:row-span-2">
          <LabelledTextArea
            ref={ref}
            label="Message"
            rows={5}
            maxLength={2000}
            value={message}
            error={errors.message}
            onChange={(event) => setMessage(event.target.value)}
          />
        </div>
        <Field label="Recipient type">
          {(control) => (
            <Select
              {...control}
              className="w-full"
              options={TYPES}
              value={type}
              onChange={(event) => {
                setType(event.target.value as RecipientType);
                // A recipient belongs to one type (NOTI-03).
                setRecipientId(null);
                setErrors({});
              }}
            />
          )}
        </Field>
        {type === 'all' ? (
          <p className="self-center text-ink-soft">Sent to all customers and mechanics.</p>
        ) : (
          <RecipientField
            key={type}
            type={type}
            value={recipientId}
            onChange={setRecipientId}
            error={errors.recipient}
          />
        )}
        <div className="flex justify-end md:col-span-2 max-md:*:flex-1">
          <Button type="submit" variant="primary" icon={<Send className="size-4" />} pending={sending.isPending}>
            {sending.isPending ? 'Sending...' : 'Send notification'}
          </Button>
        </div>
      </form>
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
