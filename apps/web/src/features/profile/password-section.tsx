import { changePassword } from '@wayside/contract/profile';
import { useForm } from 'react-hook-form';
import { TextField } from '../../form/fields.tsx';
import { failureText, fieldErrors, isSignedOut } from '../../lib/api-error.ts';
import { invalidateRecords } from '../../lib/shown-change.ts';
import { useUnsavedInput } from '../../lib/unsaved-input.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/card.tsx';
import { FailureText } from '../../ui/failure-text.tsx';
import { startLoading } from '../../ui/toast.ts';
import { SESSION_KEYS, sendPassword } from './profile-queries.ts';

const EMPTY = { currentPassword: '', newPassword: '', again: '' };
const FAILED = 'Failed to change your password. Please try again.';

const endedText = (count: number) =>
  count === 1 ? '1 other session was ended.' : `${count} other sessions were ended.`;

/** Changes one's own password; the present one is asked for (TEAM-03). */
export function PasswordSection() {
  const form = useForm({ defaultValues: EMPTY });
  const { isSubmitting, isDirty, errors } = form.formState;
  useUnsavedInput(isDirty);
  const save = form.handleSubmit(async ({ again: _, ...body }) => {
    const endLoading = startLoading('Changing your password...');
    try {
      const { endedSessions } = await sendPassword(body);
      form.reset(EMPTY);
      endLoading({ tone: 'success', title: 'Password changed', description: endedText(endedSessions) });
      await invalidateRecords(SESSION_KEYS);
    } catch (error) {
      endLoading(null);
      if (isSignedOut(error)) return;
      const wrong = fieldErrors(changePassword.body, error);
      for (const { name, message } of wrong)
        if (name === 'currentPassword' || name === 'newPassword')
          form.setError(name, { message }, { shouldFocus: true });
      if (wrong.length === 0) form.setError('root', { message: failureText(error, FAILED) });
    }
  });
  return (
    <Section title="Password" about="A new password ends all your other sessions.">
      <form
        noValidate
        className="grid max-w-md gap-4 px-5 py-4"
        onChange={() => errors.root && form.clearErrors('root')}
        onSubmit={(event) => void save(event)}
      >
        <TextField
          name="currentPassword"
          control={form.control}
          required
          label="Current password"
          type="password"
          autoComplete="current-password"
        />
        <TextField
          name="newPassword"
          control={form.control}
          required
          label="New password"
          type="password"
          autoComplete="new-password"
          hint="At least 8 characters."
        />
        <TextField
          name="again"
          control={form.control}
          rules={{
            validate: (typed, { newPassword }) => typed === newPassword || 'The two passwords differ.',
          }}
          label="Confirm password"
          type="password"
          autoComplete="new-password"
        />
        {errors.root?.message && <FailureText>{errors.root.message}</FailureText>}
        <Button type="submit" variant="primary" pending={isSubmitting} className="w-fit">
          {isSubmitting ? 'Changing password...' : 'Change password'}
        </Button>
      </form>
    </Section>
  );
}
