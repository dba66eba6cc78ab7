import { createNotification } from '@wayside/contract/notifications';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { DialogForm, FILLED } from '../../form/dialog-form.tsx';
import { SelectField, TextArea } from '../../form/fields.tsx';
import { msg, t } from '../../languages/text.ts';
import { Allowed } from '../../lib/allowed.tsx';
import { failureText } from '../../lib/api-error.ts';
import { invalidateRecords } from '../../lib/cached-records.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.ts';
import { personName } from '../people/person-link.tsx';
import { invalidateHistory } from '../people/person-queries.ts';
import { NOTIFICATION_KEYS, sendNotification, sendNotificationDeletion } from './notifications-queries.ts';

export interface Recipient {
  readonly type: 'user' | 'mechanic';
  readonly id: string;
  readonly name: string | null;
}

const MAX_MESSAGE_LENGTH = 2000;
const NOUNS = { user: msg('Customer'), mechanic: msg('Mechanic') } as const;

const reload = () => {
  void invalidateRecords(NOTIFICATION_KEYS);
  void invalidateHistory();
};

function offerUndo(id: string, isQueued: boolean): void {
  const undo = async () => {
    try {
      await sendNotificationDeletion(id, true);
      toast({ tone: 'success', title: t('Notification withdrawn') });
    } catch (error) {
      toast({ tone: 'error', title: failureText(error, t('Failed to delete notification')) });
    }
    reload();
  };
  toast({
    tone: 'success',
    title: isQueued ? t('Notification is sent in 10 s') : t('Notification saved. No delivery webhook is set up.'),
    action: { label: t('Undo'), onClick: () => void undo() },
  });
}

interface SendNotificationProps {
  /** The first recipient is preselected. */
  recipients: readonly Recipient[];
}

/** Button that sends a notification to a person of the record (PEOP-03, NOTI-02). */
export function SendNotification({ recipients }: SendNotificationProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (recipients.length === 0) return null;
  return (
    <Allowed to={createNotification}>
      <Button icon={<Send className="size-4" />} onClick={() => setIsOpen(true)}>
        {t('Send notification')}
      </Button>
      {isOpen && <NotificationDialog recipients={recipients} onClose={() => setIsOpen(false)} />}
    </Allowed>
  );
}

function NotificationDialog({ recipients, onClose }: SendNotificationProps & { onClose: () => void }) {
  const labelOf = (recipient: Recipient) => `${t(NOUNS[recipient.type])}: ${personName(recipient, recipient.type)}`;
  return (
    <DialogForm
      title={t('Send notification')}
      defaultValues={{ recipient: recipients[0]?.id ?? '', message: '' }}
      submitLabel={t('Send notification')}
      pendingLabel={t('Sending...')}
      save={({ recipient: id, message }) => {
        const type = recipients.find((each) => each.id === id)?.type ?? 'user';
        return sendNotification({
          message: message.trim(),
          type,
          userId: type === 'user' ? id : null,
          mechanicId: type === 'mechanic' ? id : null,
        });
      }}
      describeFailure={(error) => ({ message: failureText(error, t('Failed to send notification')) })}
      done={null}
      onSaved={({ id, delivery }) => {
        if (id !== null) offerUndo(id, delivery !== null);
        reload();
        onClose();
      }}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <SelectField
            name="recipient"
            control={control}
            label={t('Recipient')}
            options={recipients.map((recipient) => ({ value: recipient.id, label: labelOf(recipient) }))}
          />
          <TextArea
            name="message"
            control={control}
            label={t('Message')}
            rows={5}
            maxLength={MAX_MESSAGE_LENGTH}
            rules={{ ...FILLED, required: t('Please enter a message') }}
          />
        </>
      )}
    </DialogForm>
  );
}
