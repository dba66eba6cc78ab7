import { useQuery } from '@tanstack/react-query';
import { type FittingProfile, readSettlementFileAgain, type SettlementFile } from '@wayside/contract/settlements';
import { DialogForm } from '../../form/dialog-form.tsx';
import { SelectField } from '../../form/fields.tsx';
import { t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { FailureText } from '../../ui/failure-text.tsx';
import { describeFailure } from './line-forms.tsx';
import { invalidateSettlements, profilesOfFileQuery } from './settlements-queries.ts';

interface ReadAgainFormProps {
  file: SettlementFile;
  onClose: () => void;
}

const optionOf = ({ name, label, isFitting }: FittingProfile) => ({
  value: name,
  label: isFitting ? label : t('{format}, does not fit', { format: label }),
});

/** Reads a file in another format, where the first one was wrong (RECON-01). */
export function ReadAgainForm(props: ReadAgainFormProps) {
  const { data, error } = useQuery(profilesOfFileQuery(props.file.id));
  if (error) return <FailureText>{failureText(error, t('The formats could not be loaded.'))}</FailureText>;
  // The first option is the default.
  return data && <LoadedForm {...props} profiles={data.filter(({ name }) => name !== props.file.profile)} />;
}

function LoadedForm({ file, profiles, onClose }: ReadAgainFormProps & { profiles: readonly FittingProfile[] }) {
  const { id, profile: from } = file;
  return (
    <DialogForm
      title={t('Read this file again')}
      description={t('It was read as {format}.', { format: file.profileLabel })}
      defaultValues={{ profile: profiles[0]?.name ?? '' }}
      submitLabel={t('Read again')}
      pendingLabel={t('Reading...')}
      save={({ profile }) => call(readSettlementFileAgain, { params: { id }, body: { from, profile } })}
      done={({ message }) => message ?? ''}
      describeFailure={describeFailure}
      onSaved={() => {
        onClose();
        void invalidateSettlements();
      }}
      onClose={onClose}
    >
      {({ control }) => (
        <>
          <p className="text-ink-soft">
            {t(
              'Its lines are replaced and matched again. Payments that lose their lines are open until others name them.',
            )}
          </p>
          <SelectField name="profile" control={control} label={t('Format')} options={profiles.map(optionOf)} />
        </>
      )}
    </DialogForm>
  );
}
