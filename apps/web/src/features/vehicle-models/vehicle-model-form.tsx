import type { StoredVehicleModel } from '@wayside/contract/vehicle-models';
import { DialogForm } from '../../form/dialog-form.tsx';
import { TextField } from '../../form/fields.tsx';
import { DEFAULT_IMAGE_LABELS, saveFailureText, useImageDraft } from '../../form/image-draft.ts';
import { ImageField } from '../../form/image-field.tsx';
import { sendVehicleModel, VEHICLE_MODEL_KEYS } from './vehicle-models-queries.ts';

interface VehicleModelFormProps {
  model: StoredVehicleModel | null;
  onSaved: () => void;
  onClose: () => void;
}

const typedFrom = (model: StoredVehicleModel | null) => ({ companyName: model?.companyName ?? '' });
const FIELDS = { companyName: { key: 'companyName', label: 'Company Name' } } as const;

/** Adds or changes a maker of vehicles (MODL-02, MODL-03). */
export function VehicleModelForm({ model, onSaved, onClose }: VehicleModelFormProps) {
  const image = useImageDraft(model?.image ?? null, DEFAULT_IMAGE_LABELS);
  return (
    <DialogForm
      title={model ? 'Edit Vehicle Model' : 'Add New Vehicle Model'}
      defaultValues={typedFrom(model)}
      edited={{
        record: model,
        noun: 'vehicle model',
        entity: 'vehicle_model',
        typedFrom,
        fields: FIELDS,
        image,
        keys: VEHICLE_MODEL_KEYS,
      }}
      submitLabel={model ? 'Update Model' : 'Create Model'}
      pendingLabel="Saving..."
      failureToast="Error"
      incomplete="Please fill all required fields"
      save={(typed, stored) =>
        image.saveWith((url) => {
          const before = stored && { record: stored, body: { ...typedFrom(stored), image: stored.image } };
          return sendVehicleModel({ ...typed, image: url }, before);
        })
      }
      describeFailure={(error) => ({
        message: saveFailureText(error, 'Failed to save vehicle model'),
      })}
      done={`Vehicle model ${model ? 'updated' : 'created'} successfully`}
      onSaved={onSaved}
      onClose={onClose}
    >
      {({ control, formState: { isSubmitting } }) => (
        <>
          <TextField name="companyName" control={control} required label="Company Name *" autoComplete="off" />
          <ImageField label="Company Logo" prompt="Click to upload logo" draft={image} disabled={isSubmitting} />
        </>
      )}
    </DialogForm>
  );
}
