import { createService, type Service, updateService } from '@wayside/contract/services';
import type { VEHICLE_TYPES } from '@wayside/contract/wire/vehicle-type';
import { DialogForm, FILLED } from '../../form/dialog-form.tsx';
import { DEFAULT_IMAGE_LABELS, UploadFailed, useImageDraft } from '../../form/image-draft.ts';
import { ImageField } from '../../form/image-field.tsx';
import { VehicleTypeField } from '../../form/vehicle-type-field.tsx';
import { call } from '../../lib/api.ts';
import { failureText } from '../../lib/api-error.ts';
import { TextField } from '../../ui/field.tsx';

export interface ServiceFormProps {
  /** Null to add a service. */
  service: Service | null;
  onSaved: () => void;
  onClose: () => void;
}

const IMAGE_LABELS = { ...DEFAULT_IMAGE_LABELS, exception: 'Error uploading image' };

/** Adds or changes a regular service (SERV-01, SERV-02). */
export function ServiceForm({ service, onSaved, onClose }: ServiceFormProps) {
  const image = useImageDraft(service?.image ?? null, IMAGE_LABELS);
  return (
    <DialogForm
      title={service ? 'Edit Service' : 'Add Service'}
      defaultValues={{
        name: service?.name ?? '',
        vehicleType: service?.vehicleType ?? '',
      }}
      isChanged={image.isChanged}
      submitLabel={service ? 'Update Service' : 'Create Service'}
      pendingLabel="Saving..."
      incomplete="Please fill in required fields"
      save={({ name, vehicleType }) =>
        image.saveWith((url) => {
          const body = {
            name: name.trim(),
            vehicleType: vehicleType as (typeof VEHICLE_TYPES)[number],
            image: url,
          };
          return service
            ? call(updateService, { body: { ...body, id: service.id } })
            : call(createService, { body });
        })
      }
      describeFailure={(error) => ({
        message:
          error instanceof UploadFailed
            ? error.message
            : failureText(error, service ? 'Error updating service' : 'Error creating service'),
      })}
      done={`Service ${service ? 'updated' : 'created'} successfully`}
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
          <ImageField label="Image" prompt="Click to upload image" draft={image} disabled={isSubmitting} />
        </>
      )}
    </DialogForm>
  );
}
