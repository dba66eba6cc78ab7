import { useQuery } from '@tanstack/react-query';
import { createNotification, deleteNotification, type RECIPIENT_TYPES } from '@wayside/contract/notifications';
import { Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { hasExtension } from '../../lib/config.ts';
import { orNotAvailable } from '../../lib/format.ts';
import type { BannerMessage } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { toast, whileLoading } from '../../ui/toast.ts';
import { recipientsQuery } from './notifications-queries.ts';

type RecipientType = (typeof RECIPIENT_TYPES)[number];

const TYPES = [
  { value: 'all', label: 'All' },
  { value: 'user', label: 'User' },
  { value: 'mechanic', label: 'Mechanic' },
];
const NOBODY_CHOSEN = { user: 'Please select a user', mechanic: 'Please select a mechanic' };

export interface NotificationFormProps {
  onBanner: (message: BannerMessage) => void;
  /** One was sent, or taken back. */
  onChanged: () => void;
}

/** Writes a notification and sends it; what was typed stays when that fails (NOTI-02, NOTI-03). */
export function NotificationForm({ onBanner, onChanged }: NotificationFormProps) {
  const [message, setMessage] = useState('');
  const [type, setType] = useState<RecipientType>('all');
  const [recipientId, setRecipientId] = useState<string | null>(null);
  const [problems, setProblems] = useState<{ message?: string; recipient?: string }>({});
  const [isSending, setSending] = useState(false);

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...(message.trim() === '' ? { message: 'Please enter a message' } : {}),
      ...(type !== 'all' && recipientId === null ? { recipient: NOBODY_CHOSEN[type] } : {}),
    };
    setProblems(found);
    if (Object.keys(found).length > 0 || isSending) return;
    setSending(true);
    try {
      const body = {
        message: message.trim(),
        type,
        userId: type === 'user' ? recipientId : null,
        mechanicId: type === 'mechanic' ? recipientId : null,
      };
      const { id } = await whileLoading('Sending the notification...', call(createNotification, { body }));
      onBanner({ tone: 'success', text: 'Notification sent successfully' });
      setMessage('');
      setRecipientId(null);
      onChanged();
      if (id !== null && hasExtension('delivery')) offerUndo(id);
    } catch (error) {
      onBanner({ tone: 'error', text: failureText(error, 'Failed to send notification') });
    } finally {
      setSending(false);
    }
  };

  /** For the ten seconds before it leaves. */
  const offerUndo = (id: string) =>
    toast({
      tone: 'success',
      title: 'It leaves in ten seconds',
      action: {
        label: 'Undo',
        onClick: () => {
          whileLoading('Taking the notification back...', call(deleteNotification, { params: { id } }))
            .then(
              () => onBanner({ tone: 'success', text: 'Notification taken back' }),
              (error) => onBanner({ tone: 'error', text: failureText(error, 'Failed to delete notification') }),
            )
            .finally(onChanged);
        },
      },
    });

  return (
    <Card>
      <form
        noValidate
        aria-label="New notification"
        className="grid gap-4 p-5 md:grid-cols-2"
        onSubmit={(event) => void send(event)}
      >
        <div className="md:row-span-2">
          <TextArea
            label="Message"
            rows={5}
            maxLength={2000}
            value={message}
            error={problems.message}
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
                // Somebody else is meant now (NOTI-03).
                setRecipientId(null);
                setProblems({});
              }}
            />
          )}
        </Field>
        {type === 'all' ? (
          <p className="self-center text-ink-soft">Everybody gets it: all customers and all mechanics.</p>
        ) : (
          <RecipientField
            key={type}
            type={type}
            value={recipientId}
            onChange={setRecipientId}
            error={problems.recipient}
          />
        )}
        <div className="flex justify-end md:col-span-2 max-md:*:flex-1">
          <Button type="submit" variant="primary" icon={<Send className="size-4" />} pending={isSending}>
            {isSending ? 'Sending...' : 'Send notification'}
          </Button>
        </div>
      </form>
    </Card>
  );
}

interface RecipientFieldProps {
  type: 'user' | 'mechanic';
  value: string | null;
  onChange: (id: string | null) => void;
  error: string | undefined;
}

function RecipientField({ type, value, onChange, error }: RecipientFieldProps) {
  const { data, isPending, isError, refetch } = useQuery(recipientsQuery(type));
  const options = (data ?? []).map(({ id, name, email }) => ({
    value: id,
    label: orNotAvailable(name),
    detail: orNotAvailable(email),
  }));
  return (
    <div className="grid content-start gap-2">
      <Combobox
        label={type === 'user' ? 'Select user' : 'Select mechanic'}
        placeholder={isPending ? 'Loading…' : 'Type a name or email'}
        options={options}
        value={value}
        onChange={onChange}
        noMatch="Nobody matches"
        disabled={isPending}
        error={error}
        hint={options.length === 100 ? 'The newest 100 are listed.' : undefined}
      />
      {isError && (
        <p role="alert" className="flex flex-wrap items-center gap-2 text-sm text-danger-text">
          {type === 'user' ? 'Failed to load users' : 'Failed to load mechanics'}
          <Button onClick={() => void refetch()}>Try Again</Button>
        </p>
      )}
    </div>
  );
}
