import { type FittingProfile, readSettlementFileAgain, type SettlementFile } from '@wayside/contract/settlements';
import { DialogForm } from '../../form/dialog-form.tsx';
import { SelectField } from '../../form/fields.tsx';
import { t } from '../../languages/text.ts';
import { call } from '../../lib/api.ts';
import { fileFormat } from '../../lib/file-format.ts';
import { describeFailure } from './line-forms.tsx';
import { invalidateSettlements } from './settlements-queries.ts';

interface ReadAgainFormProps {
  file: SettlementFile;
  /** The profiles that fit the file come first. */
  profiles: readonly FittingProfile[];
  onClose: () => void;
}

const optionOf = ({ name, label, isFitting }: FittingProfile) => ({
  value: name,
  label: isFitting ? fileFormat(label) : t('{format}, does not fit', { format: fileFormat(label) }),
});

/** Form that reads a file again in another format if the first one was wrong (RECON-01). */
export function ReadAgainForm({ file, profiles, onClose }: ReadAgainFormProps) {
  const { id, profile: from } = file;
  const others = profiles.filter(({ name }) => name !== from);
  return (
    <DialogForm
      title={t('Read this file again')}
      description={t('It was read as {format}.', { format: fileFormat(file.profileLabel) })}
      defaultValues={{ profile: others[0]?.name ?? '' }}
      submitLabel={t('Parse again')}
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
              'Its lines are replaced and matched again. Payments that lose their lines stay open until other lines match them.',
            )}
          </p>
          {!others[0]?.isFitting && <p className="text-warning-text">{t('No other format fits this file.')}</p>}
          <SelectField name="profile" control={control} label={t('Format')} options={others.map(optionOf)} />
        </>
      )}
    </DialogForm>
  );
}
