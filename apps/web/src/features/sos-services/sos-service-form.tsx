import { createSosService, type SosService, updateSosService } from '@wayside/contract/sos-services';
import type { VEHICLE_TYPES } from '@wayside/contract/wire/vehicle-type';
import { DialogForm, FILLED } from '../../form/dialog-form.tsx';
import { DEFAULT_IMAGE_LABELS, UploadFailed, useImageDraft } from '../../form/image-draft.ts';
import { ImageField } from '../../form/image-field.tsx';
import { VehicleTypeField } from '../../form/vehicle-type-field.tsx';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { rupeesText, typedPaise } from '../../lib/format.ts';
import { TextField } from '../../ui/field.tsx';

export interface SosServiceFormProps {
  /** Null to add a service. */
  service: SosService | null;
  onSaved: () => void;
  onClose: () => void;
}

const IS_AMOUNT = (typed: string) => {
  const paise = typedPaise(typed);
  return (paise !== null && paise >= 0) || 'Enter an amount in rupees';
};

/** Adds or changes a roadside service (SOS-01, SOS-02). */
export function SosServiceForm({ service, onSaved, onClose }: SosServiceFormProps) {
  const image = useImageDraft(service?.image ?? null, DEFAULT_IMAGE_LABELS);
  return (
    <DialogForm
      title={service ? 'Edit SOS Service' : 'Add SOS Service'}
      defaultValues={{
        name: service?.name ?? '',
        vehicleType: service?.vehicleType ?? '',
        price: rupeesText(service?.pricePaise),
      }}
      isChanged={image.isChanged}
      submitLabel={service ? 'Update Service' : 'Create Service'}
      pendingLabel="Saving..."
      incomplete="Please fill all required fields"
      save={({ name, vehicleType, price }) =>
        image.saveWith((url) => {
          const body = {
            name: name.trim(),
            vehicleType: vehicleType as (typeof VEHICLE_TYPES)[number],
            pricePaise: typedPaise(price) ?? 0,
            image: url,
          };
          return service
            ? call(updateSosService, { body: { ...body, id: service.id } })
            : call(createSosService, { body });
        })
      }
      describeFailure={(error) => ({
        message: error instanceof UploadFailed ? error.message : failureText(error, 'Failed to save SOS service'),
      })}
      done={`SOS service ${service ? 'updated' : 'created'} successfully`}
      onSaved={onSaved}
      onClose={onClose}
    >
      {({ register, formState: { errors, isSubmitting } }) => (
        <>
          <TextField
            label="Service Name *"
            autoComplete="off"
            error={errors.name?.message}
            {...register('name', FILLED)}
          />
          <VehicleTypeField error={errors.vehicleType?.message} {...register('vehicleType', FILLED)} />
          <TextField
            label="Price (₹) *"
            inputMode="decimal"
            autoComplete="off"
            error={errors.price?.message}
            {...register('price', { validate: { filled: FILLED.validate, amount: IS_AMOUNT } })}
          />
          <ImageField label="Image" prompt="Click to upload image" draft={image} disabled={isSubmitting} />
        </>
      )}
    </DialogForm>
  );
}
