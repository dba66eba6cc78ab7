import { useQuery } from '@tanstack/react-query';
import type { StoredService } from '@wayside/contract/services';
import type { VEHICLE_TYPES } from '@wayside/contract/wire/vehicle-type';
import { DialogForm } from '../../form/dialog-form.tsx';
import { DuplicateRecordNote } from '../../form/duplicate-record-note.tsx';
import { TextField, VehicleTypeField } from '../../form/fields.tsx';
import { DEFAULT_IMAGE_LABELS, saveFailureText, useImageDraft } from '../../form/image-draft.ts';
import { ImageField } from '../../form/image-field.tsx';
import { capitalised } from '../../lib/format.ts';
import { duplicateService, SERVICE_KEYS, sendService, servicesQuery } from './services-queries.ts';

interface ServiceFormProps {
  service: StoredService | null;
  onSaved: () => void;
  onClose: () => void;
}

const IMAGE_LABELS = { ...DEFAULT_IMAGE_LABELS, exception: 'Error uploading image' };

const typedFrom = (service: StoredService | null) => ({
  name: service?.name ?? '',
  vehicleType: service?.vehicleType ?? '',
});
const bodyOf = ({ name, vehicleType }: ReturnType<typeof typedFrom>, image: string | null) => ({
  name: name.trim(),
  vehicleType: vehicleType as (typeof VEHICLE_TYPES)[number],
  image,
});
const FIELDS = {
  name: { key: 'name', label: 'Service Name' },
  vehicleType: { key: 'vehicleType', label: 'Vehicle Type', shown: capitalised },
} as const;

/** Adds or changes a regular service (SERV-01, SERV-02). */
export function ServiceForm({ service, onSaved, onClose }: ServiceFormProps) {
  // Loaded by the list behind the dialog.
  const { data: services } = useQuery({ ...servicesQuery, enabled: false });
  const equalText = (typed: ReturnType<typeof typedFrom>) => {
    const equal = duplicateService(services?.rows ?? [], typed, service?.id ?? null);
    if (!equal) return null;
    return `The service “${equal.name}”${equal.vehicleType ? ` for ${capitalised(equal.vehicleType)}` : ''} exists already.`;
  };
  const image = useImageDraft(service?.image ?? null, IMAGE_LABELS);
  return (
    <DialogForm
      title={service ? 'Edit Service' : 'Add Service'}
      defaultValues={typedFrom(service)}
      edited={{
        record: service,
        noun: 'service',
        entity: 'service',
        typedFrom,
        fields: FIELDS,
        image,
        keys: SERVICE_KEYS,
      }}
      submitLabel={service ? 'Update Service' : 'Create Service'}
      pendingLabel="Saving..."
      incomplete="Please fill in required fields"
      save={(typed, stored) =>
        image.saveWith((url) => {
          const before = stored && { record: stored, body: bodyOf(typedFrom(stored), stored.image) };
          return sendService(bodyOf(typed, url), before);
        })
      }
      describeFailure={(error) => ({
        message: saveFailureText(error, service ? 'Error updating service' : 'Error creating service'),
      })}
      done={`Service ${service ? 'updated' : 'created'} successfully`}
      onSaved={onSaved}
      onClose={onClose}
    >
      {({ control, watch, formState: { isSubmitting } }) => (
        <>
          <TextField name="name" control={control} required label="Service Name *" autoComplete="off" />
          <VehicleTypeField name="vehicleType" control={control} />
          <DuplicateRecordNote text={equalText({ name: watch('name'), vehicleType: watch('vehicleType') })} />
          <ImageField label="Image" prompt="Click to upload image" draft={image} disabled={isSubmitting} />
        </>
      )}
    </DialogForm>
  );
}
