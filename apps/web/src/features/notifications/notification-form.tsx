import { useMutation, useQuery } from '@tanstack/react-query';
import { createNotification, deleteNotification, type RECIPIENT_TYPES } from '@wayside/contract/notifications';
import { Send } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { hasExtension } from '../../lib/config.ts';
import { orNotAvailable } from '../../lib/format.ts';
import { useUnsavedInput } from '../../lib/unsaved-input.ts';
import type { BannerMessage } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { Field, TextArea } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { toast, whileLoading } from '../../ui/toast.ts';
import { MAX_RECIPIENTS, recipientsQuery } from './notifications-queries.ts';

type RecipientType = (typeof RECIPIENT_TYPES)[number];

const TYPES = [
  { value: 'all', label: 'All' },
  { value: 'user', label: 'User' },
  { value: 'mechanic', label: 'Mechanic' },
];
const MISSING_RECIPIENT = { user: 'Please select a user', mechanic: 'Please select a mechanic' };

export interface NotificationFormProps {
  onBanner: (message: BannerMessage) => void;
  /** Called after a notification is sent or taken back. */
  onChanged: () => void;
}

/** Sends a notification; the form keeps its content after a failure (NOTI-02, NOTI-03). */
export function NotificationForm({ onBanner, onChanged }: NotificationFormProps) {
  const [message, setMessage] = useState('');
  const [type, setType] = useState<RecipientType>('all');
  const [recipientId, setRecipientId] = useState<string | null>(null);
  const [errors, setErrors] = useState<{ message?: string; recipient?: string }>({});

  useUnsavedInput(message.trim() !== '' || recipientId !== null);

  const sending = useMutation({
    mutationFn: () => {
      const body = {
        message: message.trim(),
        type,
        userId: type === 'user' ? recipientId : null,
        mechanicId: type === 'mechanic' ? recipientId : null,
      };
      return whileLoading('Sending the notification...', call(createNotification, { body }));
    },
    onSuccess: ({ id }) => {
      onBanner({ tone: 'success', text: 'Notification sent successfully' });
      setMessage('');
      setRecipientId(null);
      onChanged();
      if (id !== null && hasExtension('delivery')) offerUndo(id);
    },
    onError: (error) => onBanner({ tone: 'error', text: failureText(error, 'Failed to send notification') }),
  });
  const undo = useMutation({
    mutationFn: (id: string) =>
      whileLoading('Taking the notification back...', call(deleteNotification, { params: { id } })),
    onSuccess: () => onBanner({ tone: 'success', text: 'Notification taken back' }),
    onError: (error) => onBanner({ tone: 'error', text: failureText(error, 'Failed to delete notification') }),
    onSettled: onChanged,
  });
  const offerUndo = (id: string) =>
    toast({
      tone: 'success',
      title: 'It leaves in ten seconds',
      action: { label: 'Undo', onClick: () => undo.mutate(id) },
    });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = {
      ...(message.trim() === '' ? { message: 'Please enter a message' } : {}),
      ...(type !== 'all' && recipientId === null ? { recipient: MISSING_RECIPIENT[type] } : {}),
    };
    setErrors(found);
    if (Object.keys(found).length === 0 && !sending.isPending) sending.mutate();
  };

  return (
    <Card>
      <form noValidate aria-label="New notification" className="grid gap-4 p-5 md:grid-cols-2" onSubmit={submit}>
        <div className="md:row-span-2">
          <TextArea
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
          <p className="self-center text-ink-soft">Everybody gets it: all customers and all mechanics.</p>
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
        hint={options.length === MAX_RECIPIENTS ? 'The newest 100 are listed.' : undefined}
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
