import type { StoredSosService } from '@wayside/contract/sos-services';
import type { VEHICLE_TYPES } from '@wayside/contract/wire/vehicle-type';
import { DialogForm } from '../../form/dialog-form.tsx';
import { RupeesField, TextField, VehicleTypeField } from '../../form/fields.tsx';
import { DEFAULT_IMAGE_LABELS, saveFailureText, useImageDraft } from '../../form/image-draft.ts';
import { ImageField } from '../../form/image-field.tsx';
import { capitalised, rupeesText } from '../../lib/format.ts';
import { paiseOf } from '../../lib/typed-amount.ts';
import { SOS_KEYS, sendSosService } from './sos-services-queries.ts';

interface SosServiceFormProps {
  service: StoredSosService | null;
  onSaved: () => void;
  onClose: () => void;
}

const typedFrom = (service: StoredSosService | null) => ({
  name: service?.name ?? '',
  vehicleType: service?.vehicleType ?? '',
  price: rupeesText(service?.pricePaise),
});
const bodyOf = ({ name, vehicleType, price }: ReturnType<typeof typedFrom>, image: string | null) => ({
  name: name.trim(),
  vehicleType: vehicleType as (typeof VEHICLE_TYPES)[number],
  pricePaise: paiseOf(price),
  image,
});
const FIELDS = {
  name: { key: 'name', label: 'Service Name' },
  vehicleType: { key: 'vehicleType', label: 'Vehicle Type', shown: capitalised },
  price: { key: 'pricePaise', label: 'Price (₹)' },
} as const;

/** Adds or changes a roadside service (SOS-01, SOS-02). */
export function SosServiceForm({ service, onSaved, onClose }: SosServiceFormProps) {
  const image = useImageDraft(service?.image ?? null, DEFAULT_IMAGE_LABELS);
  return (
    <DialogForm
      title={service ? 'Edit SOS Service' : 'Add SOS Service'}
      defaultValues={typedFrom(service)}
      edited={{
        record: service,
        noun: 'SOS service',
        entity: 'sos_service',
        typedFrom,
        fields: FIELDS,
        image,
        keys: SOS_KEYS,
      }}
      submitLabel={service ? 'Update Service' : 'Create Service'}
      pendingLabel="Saving..."
      incomplete="Please fill all required fields"
      save={(typed, stored) =>
        image.saveWith((url) => {
          const before = stored && { record: stored, body: bodyOf(typedFrom(stored), stored.image) };
          return sendSosService(bodyOf(typed, url), before);
        })
      }
      describeFailure={(error) => ({
        message: saveFailureText(error, 'Failed to save SOS service'),
      })}
      done={`SOS service ${service ? 'updated' : 'created'} successfully`}
      onSaved={onSaved}
      onClose={onClose}
    >
      {({ control, formState: { isSubmitting } }) => (
        <>
          <TextField name="name" control={control} required label="Service Name *" autoComplete="off" />
          <VehicleTypeField name="vehicleType" control={control} />
          <RupeesField name="price" control={control} required label="Price (₹) *" />
          <ImageField label="Image" prompt="Click to upload image" draft={image} disabled={isSubmitting} />
        </>
      )}
    </DialogForm>
  );
}
